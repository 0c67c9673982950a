/** Keeps the page's copy of the component manifest current: fetched when the hub says so, never inline in the page. */
import type { Manifest } from '@annotate-mcp/core';

export interface ManifestClient {
  readonly current: () => Manifest;
  /** Fetches; the copy stays as it was when that fails. */
  readonly refresh: () => Promise<void>;
}

declare global {
  // The contract's name, for tools that know it.
  var __NG_ANNOTATE_MANIFEST__: Manifest | undefined;
}

export function createManifestClient(hub: string, send: typeof fetch = fetch): ManifestClient {
  return {
    current: () => globalThis.__NG_ANNOTATE_MANIFEST__ ?? {},
    async refresh() {
      try {
        const response = await send(`${hub}/manifest`);
        const manifest: unknown = response.ok ? await response.json() : null;
        if (isManifest(manifest)) globalThis.__NG_ANNOTATE_MANIFEST__ = manifest;
      } catch {
        // The dev server is away; it announces its manifest again when it is back.
      }
    },
  };
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
