/**
 * Which version of a module the page runs. After a hot update Vite loads the module under another `?t=`, while stacks
 * that React took before still name the old one, and the dev server has only the new one to give.
 */

let newest: Map<string, string> | null = null;

/** Begins to listen; once is enough. What was loaded before is known as far as the browser still remembers it. */
export function watchModuleVersions(): void {
  if (newest !== null || typeof PerformanceObserver === 'undefined') return;
  const versions = (newest = new Map<string, string>());
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) note(versions, name);
  }).observe({ type: 'resource', buffered: true });
  for (const { name } of performance.getEntriesByType('resource')) note(versions, name);
}

/** The address under which this module was loaded last. */
export function newestVersion(url: string): string {
  const latest = newest?.get(withoutVersion(url));
  return latest !== undefined && versionOf(latest) > versionOf(url) ? latest : url;
}

function note(versions: Map<string, string>, url: string): void {
  const version = versionOf(url);
  if (version === 0) return;
  const known = versions.get(withoutVersion(url));
  if (known === undefined || versionOf(known) < version) versions.set(withoutVersion(url), url);
}

function versionOf(url: string): number {
  return Number(/[?&]t=(\d+)/.exec(url)?.[1] ?? 0);
}

function withoutVersion(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
