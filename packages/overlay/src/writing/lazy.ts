import { whenIdle } from '../loading/when-idle.ts';
import type { ModeDeps } from '../modes/mode-deps.ts';

/** Loaded when the browser is idle, because a page shows nothing of it before a person writes. */
export function startLazyWriting(deps: ModeDeps): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  const load = () => {
    import('./keep-writing.ts').then(
      ({ keepWriting }) => {
        if (!stopped) stop = keepWriting(deps);
      },
      // The dev server is not running: the text is kept, and its composer has to be opened by hand after a reload.
      () => undefined,
    );
  };
  const cancel = whenIdle(load);
  return () => {
    stopped = true;
    cancel();
    stop?.();
  };
}
