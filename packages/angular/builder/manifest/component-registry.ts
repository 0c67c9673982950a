import { type Manifest, type NamedComponent, toManifest } from '@annotate-mcp/core';

/** Which file declares which components. */
export interface ComponentRegistry {
  readonly set: (file: string, components: readonly NamedComponent[]) => void;
  readonly remove: (file: string) => void;
  readonly manifest: () => Manifest;
  /** Whether the manifest has changed since the last call. */
  readonly takeChanged: () => boolean;
}

export function createComponentRegistry(): ComponentRegistry {
  const files = new Map<string, readonly NamedComponent[]>();
  let current: Manifest | null = null;
  let hasChanged = false;

  function put(file: string, components: readonly NamedComponent[]): void {
    if (JSON.stringify(files.get(file) ?? []) === JSON.stringify(components)) return;
    files.set(file, components);
    current = null;
    hasChanged = true;
  }

  return {
    set: put,
    remove(file) {
      put(file, []);
      files.delete(file);
    },
    manifest: () => (current ??= toManifest(files)),
    takeChanged() {
      const result = hasChanged;
      hasChanged = false;
      return result;
    },
  };
}
