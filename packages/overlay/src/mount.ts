import type { OverlayConfig } from './config.ts';
import { createOverlay, type Overlay, type OverlayParts } from './overlay.ts';

const mounted = Symbol.for('annotate.overlay');

/** One overlay for a page, however often its script is loaded: a hot update, two script tags, two integrations. */
export function mountOverlay(config: OverlayConfig, parts?: OverlayParts): Overlay {
  const page = globalThis as typeof globalThis & { [mounted]?: Overlay };
  page[mounted] ??= forgetting(createOverlay(config, parts), () => delete page[mounted]);
  return page[mounted];
}

function forgetting(overlay: Overlay, forget: () => void): Overlay {
  return {
    ...overlay,
    close() {
      overlay.close();
      forget();
    },
  };
}
