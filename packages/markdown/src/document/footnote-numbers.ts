/** Which footnotes a document defines and how they are numbered: in the order of their first references. */
export interface FootnoteNumbers {
  define(label: string): void;
  isDefined(label: string): boolean;
  areAny(): boolean;
  /** The number of a defined footnote; the first call for a label assigns it. */
  numberOf(label: string): number;
  /** In the order of their numbers. Footnotes without a number yet get the next ones. */
  labels(): string[];
}

const known = new WeakMap<object, FootnoteNumbers>();

/** Kept beside the environment of a parse instead of in it: its fields belong to the parser's rules. */
export function footnotesOf(environment: object): FootnoteNumbers {
  const existing = known.get(environment);
  if (existing !== undefined) return existing;
  const created = createNumbers();
  known.set(environment, created);
  return created;
}

function createNumbers(): FootnoteNumbers {
  const defined = new Map<string, string>();
  const numbers = new Map<string, number>();
  const numberOf = (label: string) => {
    const number = numbers.get(keyOf(label)) ?? numbers.size + 1;
    numbers.set(keyOf(label), number);
    return number;
  };
  return {
    define: (label) => {
      if (!defined.has(keyOf(label))) defined.set(keyOf(label), label);
    },
    isDefined: (label) => defined.has(keyOf(label)),
    areAny: () => defined.size > 0,
    numberOf,
    labels: () =>
      [...defined.values()]
        .map((label) => ({ label, number: numberOf(label) }))
        .sort((left, right) => left.number - right.number)
        .map(({ label }) => label),
  };
}

/** As for link references, upper and lower case are the same. */
export function keyOf(label: string): string {
  return label.toLowerCase().toUpperCase();
}
