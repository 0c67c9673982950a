import { notify } from '../commands/notify.ts';
import type { ModeDeps } from '../modes/mode-deps.ts';

/** Option `review`. Loaded apart from the rest: an app that is annotated by its components has no use for it. */
export function lazyReview(deps: ModeDeps): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  import('./review.ts').then(
    ({ startReview }) => {
      if (!stopped) stop = startReview(deps);
    },
    () => notify(deps.store.dispatch, 'Review could not be loaded. Reload the page.', 'problem'),
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
