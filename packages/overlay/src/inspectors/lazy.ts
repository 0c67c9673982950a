import type { Manifest } from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';

import type { Inspection } from './inspection.ts';

/** The inspectors of this JavaScript world, loaded on the first call. */
export function lazyInspection(config: OverlayConfig, page: { manifest: () => Manifest }): Inspection {
  let loading: Promise<Inspection> | undefined;
  const load = (): Promise<Inspection> => {
    loading ??= import('./local.ts').then(
      ({ createInspection }) => createInspection(config, page),
      (error: unknown) => {
        // The dev server was not running; the next call tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    ancestry: async (element) => (await load()).ancestry(element),
    locate: async (element) => (await load()).locate(element),
    describe: async (element, depth) => (await load()).describe(element, depth),
  };
}
