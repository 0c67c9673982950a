import type { ModeParts } from '../follow-modes.ts';
import { notify } from '../notify.ts';

/** Option `review`. Loaded apart from the rest: an app that is annotated by its components has no use for it. */
export function lazyReview(parts: ModeParts): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  import('./review.ts').then(
    ({ startReview }) => {
      if (!stopped) stop = startReview(parts);
    },
    () => notify(parts.store.dispatch, 'Review could not be loaded. Reload the page.', 'problem'),
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
