import { startWhenIdle } from '../loading/start-when-idle.ts';
import type { ModeDeps } from '../modes/mode-deps.ts';

/**
 * Loaded when the browser is idle, because a page shows nothing of it before a person writes. Without it the text is
 * kept, and its composer has to be opened by hand after a reload.
 */
export function startLazyWriting(deps: ModeDeps): () => void {
  return startWhenIdle(async () => (await import('./keep-writing.ts')).keepWriting, deps);
}
