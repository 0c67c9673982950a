import { diffArrays } from 'diff';

/** The lines that a change takes away and brings, in the order of the file. */
export function lineDiff(before: string, after: string): string[] {
  return diffArrays(before.split(/\r?\n/), after.split(/\r?\n/)).flatMap(({ added, removed, value }) =>
    added || removed ? value.map((line) => `${added ? '+' : '-'} ${line}`) : [],
  );
}
