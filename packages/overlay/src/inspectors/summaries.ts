import type { ComponentSummary } from './inspector.ts';

/** Names of the project's components around the one at `depth`, root first. The schema takes no more than 500. */
export function treePath(
  components: readonly { readonly summary: ComponentSummary; readonly file: string | null }[],
  depth: number,
): string[] {
  return projectPath(components)
    .filter((index) => index > depth)
    .slice(0, 500)
    .flatMap((index) => components[index]?.summary.name ?? [])
    .reverse();
}

/**
 * The components that are written in the project, as indexes of the ancestry. Those of a library or a framework are
 * left out, because their names tell people nothing; so are those of which no file is known.
 */
export function projectPath(components: readonly { readonly file: string | null }[]): number[] {
  return [...components.keys()].filter((index) => components[index]?.file !== null);
}

/** Used in place of an unknown file. */
export function unresolved(name: string): string {
  return `(unresolved: ${name})`;
}
