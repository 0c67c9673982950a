import { type Manifest, type NamedComponent, toManifest } from '@annotate-mcp/core';

/** Which file declares which components. */
export interface Registry {
  readonly set: (file: string, components: readonly NamedComponent[]) => void;
  readonly remove: (file: string) => void;
  readonly manifest: () => Manifest;
  /** Whether the manifest says something else since this was asked for the last time. */
  readonly takeNews: () => boolean;
}

export function createRegistry(): Registry {
  const files = new Map<string, readonly NamedComponent[]>();
  let current: Manifest | null = null;
  let isNew = false;

  function put(file: string, components: readonly NamedComponent[]): void {
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
