import type { ComponentSummary } from './inspector.ts';

/** Names of the components around the one at `depth`, root first. The schema takes no more than 500. */
export function treePath(ancestry: readonly ComponentSummary[], depth: number): string[] {
  return ancestry
    .slice(depth + 1, depth + 501)
    .map(({ name }) => name)
    .reverse();
}

/** Used in place of an unknown file. */
export function unresolved(name: string): string {
  return `(unresolved: ${name})`;
}
