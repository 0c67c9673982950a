/**
 * Which version of a module the page runs. After a hot update Vite loads the module under another `?t=`, while stacks
 * that React took before still name the old one, and the dev server has only the new one to give.
 */

let newestUrls: Map<string, string> | null = null;

/** Starts to listen once. Earlier modules are known as far as the browser's performance entries reach. */
export function watchModuleVersions(): void {
  if (newestUrls !== null || typeof PerformanceObserver === 'undefined') return;
  const versions = (newestUrls = new Map<string, string>());
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) addVersion(versions, name);
  }).observe({ type: 'resource', buffered: true });
  for (const { name } of performance.getEntriesByType('resource')) addVersion(versions, name);
}

/** The address under which this module was loaded last. */
export function newestVersion(url: string): string {
  const latest = newestUrls?.get(withoutVersion(url));
  return latest !== undefined && versionOf(latest) > versionOf(url) ? latest : url;
}

function addVersion(versions: Map<string, string>, url: string): void {
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
