/**
 * Which version of a module the page runs. After a hot update Vite loads the module under another `?t=`, while stacks
 * that React took before still name the old one, and the dev server has only the new one to give.
 */

let versions: string[] | null = null;

/** Starts to listen once. Earlier modules are known as far as the browser's performance entries reach. */
export function watchModuleVersions(): void {
  if (versions !== null || typeof PerformanceObserver === 'undefined') return;
  versions = [];
  new PerformanceObserver((list) => addVersions(list.getEntries())).observe({
    type: 'resource',
    buffered: true,
  });
  addVersions(performance.getEntriesByType('resource'));
}

/** The addresses with a version that were loaded since the last call; stack-location.ts keeps the newest of each. */
export function takeVersions(): string[] {
  return versions?.splice(0) ?? [];
}

function addVersions(entries: readonly PerformanceEntry[]): void {
  for (const { name } of entries) if (/[?&]t=\d/.test(name)) versions?.push(name);
}
