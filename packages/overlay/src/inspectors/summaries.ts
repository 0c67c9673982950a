import type { ComponentSummary } from './inspector.ts';

/** Names of the project's components around the one at `depth`, root first. The schema takes no more than 500. */
export function treePath(
  ancestry: readonly ComponentSummary[],
  files: readonly (string | null)[],
  depth: number,
): string[] {
  return projectPath(files)
    .filter((index) => index > depth)
    .slice(0, 500)
    .flatMap((index) => ancestry[index]?.name ?? [])
    .reverse();
}

/**
 * The nearest component and those around it that are written in the project, as indexes of the ancestry. All of them
 * where no file is known, because then the project's cannot be told from a library's.
 */
export function projectPath(files: readonly (string | null)[]): number[] {
  const isUnknown = files.every((file) => file === null);
  return [...files.keys()].filter((index) => index === 0 || isUnknown || files[index] !== null);
}

/** Used in place of an unknown file. */
export function unresolved(name: string): string {
  return `(unresolved: ${name})`;
}
