export interface Subject {
  title: string;
  /** Of Node. */
  args: readonly string[];
  /** What is written to its stdin; its first output is the answer. */
  input: () => string;
  /** It answers when its stdin has ended. */
  endsInput?: true;
}
