import { startConsoleTail } from './capture/console-tail.ts';
import { createOverlay, type Overlay, type OverlayOptions } from './overlay.ts';
import type { OverlayConfig } from './state/config.ts';

declare global {
  // On the page and not in this module, because a hot update or a second integration loads the module again.
  var __ANNOTATE_OVERLAY__: Overlay | undefined;
}

/** Mounts one overlay per page, even when its script is loaded several times. */
export function mountOverlay(config: OverlayConfig, options?: OverlayOptions): Overlay {
  return mountOnce(() => createOverlay(config, { consoleTail: startConsoleTail(window), ...options }));
}

export function mountOnce(create: () => Overlay): Overlay {
  globalThis.__ANNOTATE_OVERLAY__ ??= forgetting(create());
  return globalThis.__ANNOTATE_OVERLAY__;
}

function forgetting(overlay: Overlay): Overlay {
  return {
    ...overlay,
    close() {
      overlay.close();
      globalThis.__ANNOTATE_OVERLAY__ = undefined;
    },
  };
}
