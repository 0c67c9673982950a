/** Keeps the page's copy of the component manifest up to date; it is fetched when the hub announces a change. */
import type { Manifest } from '@annotate-mcp/core';

export interface ManifestClient {
  readonly current: () => Manifest;
  /** Fetches the manifest; the copy stays as it was if that fails. */
  readonly refresh: () => Promise<void>;
}

declare global {
  // The contract defines this name.
  var __NG_ANNOTATE_MANIFEST__: Manifest | undefined;
}

export function createManifestClient(hub: string, send: typeof fetch = fetch): ManifestClient {
  return {
    current: () => globalThis.__NG_ANNOTATE_MANIFEST__ ?? {},
    async refresh() {
      try {
        const response = await send(`${hub}/manifest`, hub.startsWith('/') ? { headers: unmocked } : {});
        const manifest: unknown = response.ok ? await response.json() : null;
        if (isManifest(manifest)) globalThis.__NG_ANNOTATE_MANIFEST__ = manifest;
      } catch {
        // The dev server is not running; it announces its manifest when it is back.
      }
    },
  };
}

/**
 * An app that mocks its requests with MSW is warned of each one that it has no answer for. The older header is that of MSW
 * 2.0; to another origin it would be asked for first.
 */
const unmocked = { accept: 'application/json, msw/passthrough', 'x-msw-intention': 'bypass' };

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
