import { takeVersions } from './module-versions.ts';

const newestUrls = new Map<string, string>();

/** The address under which this module was loaded last. */
export function newestVersion(url: string): string {
  for (const loaded of takeVersions()) {
    const known = newestUrls.get(withoutVersion(loaded));
    if (known === undefined || versionOf(known) < versionOf(loaded))
      newestUrls.set(withoutVersion(loaded), loaded);
  }
  const latest = newestUrls.get(withoutVersion(url));
  return latest !== undefined && versionOf(latest) > versionOf(url) ? latest : url;
}

function versionOf(url: string): number {
  return Number(/[?&]t=(\d+)/.exec(url)?.[1] ?? 0);
}

function withoutVersion(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
