/** The root of this folder: creates the parts that select, highlight and open the text of annotations. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { pageStorages } from '../../state/memory.ts';
import { openClicked } from '../marks/open-clicked.ts';
import { showPointer } from '../marks/show-pointer.ts';

import { createPainter } from './create-painter.ts';
import { type CurrentText, emphasiseCurrent } from './emphasise-current.ts';
import { followComposer } from './follow-composer.ts';
import { followSelection } from './follow-selection.ts';
import { createHighlightedTexts } from './highlighted-texts.ts';
import { restoreComposer } from './restore-composer.ts';
import { openSeenPages } from './seen-pages.ts';

export function followTexts(deps: ModeDeps): () => void {
  const { pageWindow, container, tracker, root } = deps;
  const painter = createPainter(pageWindow, root);
  const { session } = pageStorages();
  const seenPages = openSeenPages(session);
  let current: CurrentText | null = null;
  const texts = tracker.addTexts(({ onLost, onPlaced }) =>
    createHighlightedTexts({
      pageWindow,
      painter,
      seenPages,
      onLost,
      onPlaced: (list) => {
        current?.update();
        onPlaced(list);
      },
    }),
  );
  current = emphasiseCurrent(container, texts, painter);

  const hide = () => texts.hide(container.get().settings.hideBadges);
  hide();
  // Routers fire these events after they replaced the page; searching at once avoids a moment without highlights.
  const swapped = ['astro:page-load', 'turbo:load'];
  for (const type of swapped) pageWindow.document.addEventListener(type, texts.refresh);
  const stops = [
    container.subscribe(hide),
    followSelection(deps),
    followComposer(deps),
    restoreComposer(deps, session),
    openClicked({ ...deps, texts }),
    showPointer({ ...deps, texts }),
    current.stop,
    texts.close,
    painter.close,
  ];
  return () => {
    for (const type of swapped) pageWindow.document.removeEventListener(type, texts.refresh);
    for (const stop of stops) stop();
  };
}
