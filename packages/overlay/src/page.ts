/** The module that the hub serves to a page, for `load-overlay.ts`. Everything else is loaded when it is used. */
import type { ConsoleTail } from './capture/console-tail.ts';
import { mountOnce } from './mount.ts';
import { createOverlay } from './overlay.ts';
import type { OverlayConfig } from './state/config.ts';

export function mountLoaded(config: OverlayConfig, consoleTail: ConsoleTail): void {
  mountOnce(() => createOverlay(config, { consoleTail }));
}
