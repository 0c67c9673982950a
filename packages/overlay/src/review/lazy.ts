import { notify } from '../commands/notify.ts';
import type { ModeDeps } from '../modes/mode-deps.ts';

/** Option `review`. Loaded separately, because most apps do not use it. */
export function startLazyReview(deps: ModeDeps): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  import('./review.ts').then(
    ({ startReview }) => {
      if (!stopped) stop = startReview(deps);
    },
    () => notify(deps.container.dispatch, 'Review could not be loaded. Reload the page.', 'problem'),
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
