/** How large the measured team is. Twice as much of everything but annotations is measured after it. */
export const projects = ['shop', 'blog', 'docs', 'app'] as const;
export type Project = (typeof projects)[number];

export const annotations = 10_000;
/** Of these so many are not resolved; a page gets all of them when it connects. */
export const openAnnotations = 400;
export const bytes = 2_000;

export interface Size {
  readonly name: string;
  readonly pages: number;
  readonly agents: number;
}

/** Each agent answers one person, who comments every four seconds: more than people do. */
export const sizes: readonly Size[] = [
  { name: '200 pages, 20 agents', pages: 200, agents: 20 },
  { name: '400 pages, 40 agents', pages: 400, agents: 40 },
];
export const paceMs = 4_000;
export const commentsOfEach = 5;
export const secondsOfThroughput = 8;

/** Of a list that is used in turn. */
export function inTurn<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
}
