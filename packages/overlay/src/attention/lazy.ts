import { startWhenIdle } from '../loading/start-when-idle.ts';
import type { OverlayStateContainer } from '../state/container.ts';

/** Loaded when the browser is idle: it does something only while the tab is in the background. */
export function startLazyAttention(container: OverlayStateContainer): () => void {
  return startWhenIdle(async () => (await import('./attention.ts')).startAttention, container);
}
