/** A program that documents name, and what is wrong with words that it is given; `null` when nothing is. */
export interface Program {
  readonly name: string;
  readonly describeProblem: (words: readonly string[]) => Promise<string | null>;
}
