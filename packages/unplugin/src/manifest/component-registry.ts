import { type Manifest, toManifest } from '@annotate-mcp/core';

import type { FoundComponent } from './find-components.ts';

/**
 * Which module declares which components. `onChange` is called once for all changes in one turn of the event loop, and
 * `onFailure` with what it throws, because no caller would catch it.
 */
export interface ComponentRegistry {
  readonly set: (path: string, components: readonly FoundComponent[]) => void;
  readonly has: (path: string) => boolean;
  readonly remove: (path: string) => void;
  readonly manifest: () => Manifest;
}

export function createComponentRegistry(
  onChange: () => void,
  onFailure: (error: unknown) => void,
): ComponentRegistry {
  const modules = new Map<string, readonly FoundComponent[]>();
  let current: Manifest | null = null;

  function invalidate(): void {
    // A cold start transforms hundreds of modules in one turn.
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      try {
        isScheduled = false;
        onChange();
      } catch (error) {
        onFailure(error);
      }
    });
  }
  let isScheduled = false;

  return {
    set(path, components) {
      const before = modules.get(path) ?? [];
      modules.set(path, components);
      if (isSame(before, components)) return;
      current = null;
      invalidate();
    },
    has: (path) => modules.has(path),
    remove(path) {
      if (!modules.delete(path)) return;
      current = null;
      invalidate();
    },
    manifest: () => (current ??= manifestOf(modules)),
  };
}

function manifestOf(modules: ReadonlyMap<string, readonly FoundComponent[]>): Manifest {
  const files = [...modules].map(
    ([component, found]) => [component, found.map((each) => ({ ...each, component }))] as const,
  );
  return toManifest(new Map(files));
}

function isSame(before: readonly FoundComponent[], after: readonly FoundComponent[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ name, selector }, at) => name === after[at]?.name && selector === after[at].selector)
  );
}
