import type { Manifest, ManifestEntry } from '@annotate-mcp/core';

export interface RegisteredComponent extends ManifestEntry {
  readonly name: string;
}

/** Which file declares which components. */
export interface Registry {
  readonly set: (file: string, components: readonly RegisteredComponent[]) => void;
  readonly remove: (file: string) => void;
  readonly manifest: () => Manifest;
  /** Whether the manifest says something else since this was asked for the last time. */
  readonly takeNews: () => boolean;
}

export function createRegistry(): Registry {
  const files = new Map<string, readonly RegisteredComponent[]>();
  let current: Manifest | null = null;
  let isNew = false;

  function put(file: string, components: readonly RegisteredComponent[]): void {
    if (JSON.stringify(files.get(file) ?? []) === JSON.stringify(components)) return;
    files.set(file, components);
    current = null;
    isNew = true;
  }

  return {
    set: put,
    remove(file) {
      put(file, []);
      files.delete(file);
    },
    manifest: () => (current ??= toManifest(files)),
    takeNews() {
      const news = isNew;
      isNew = false;
      return news;
    },
  };
}

// By path, so that the bare name does not go to whichever file was bundled first.
function toManifest(files: ReadonlyMap<string, readonly RegisteredComponent[]>): Manifest {
  const manifest = new Map<string, ManifestEntry>();
  for (const [, components] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { name, ...entry } of components) {
      manifest.set(manifest.has(name) ? `${name}#${entry.selector ?? entry.component}` : name, entry);
    }
  }
  return Object.fromEntries(manifest);
}
