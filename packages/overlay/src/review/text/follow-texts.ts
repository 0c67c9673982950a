/** Text of the page as the subject of annotations: selected, drawn, clicked. Root of this folder: makes its parts. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { pageStorages } from '../../state/memory.ts';

import { createPainter } from './create-painter.ts';
import { followComposer } from './follow-composer.ts';
import { followSelection } from './follow-selection.ts';
import { openSeen } from './last-seen.ts';
import { type Current, markCurrent } from './mark-current.ts';
import { openClicked } from './open-clicked.ts';
import { createTexts } from './texts.ts';
import { keepWriting } from './writing.ts';

export function followTexts(deps: ModeDeps): () => void {
  const { view, store, markers, root } = deps;
  const painter = createPainter(view, root);
  const { session } = pageStorages();
  const seen = openSeen(session);
  let current: Current | null = null;
  const texts = markers.joinTexts(({ lost, placed }) =>
    createTexts({
      view,
      painter,
      seen,
      lost,
      placed: (list) => {
        current?.again();
        placed(list);
      },
    }),
  );
  current = markCurrent(store, texts, painter);

  const hide = () => texts.hide(store.get().settings.hideMarkers);
  hide();
  // A router that swaps the page says so when it has; looking at once spares a moment without them.
  const swapped = ['astro:page-load', 'turbo:load'];
  for (const type of swapped) view.document.addEventListener(type, texts.refresh);
  const stops = [
    store.subscribe(hide),
    followSelection(deps),
    followComposer(deps),
    keepWriting(deps, session),
    openClicked(deps, texts),
    current.stop,
    texts.close,
    painter.close,
  ];
  return () => {
    for (const type of swapped) view.document.removeEventListener(type, texts.refresh);
    for (const stop of stops) stop();
  };
}
