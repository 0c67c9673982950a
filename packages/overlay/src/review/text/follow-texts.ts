/** The root of this folder: creates the parts that select, highlight and open the text of annotations. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import type { OverlayStateContainer } from '../../state/container.ts';
import { pageStorages } from '../../state/memory.ts';
import type { OverlayState } from '../../state/state.ts';
import { openClicked, showPointer } from '../marks.ts';

import { followComposer } from './follow-composer.ts';
import { followSelection } from './follow-selection.ts';
import { createHighlightedTexts, type HighlightedTexts } from './highlighted-texts.ts';
import { createPainter, type Painter } from './painter.ts';
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

interface CurrentText {
  /** Called when the text may have moved. */
  readonly update: () => void;
  readonly stop: () => void;
}

/** Emphasises the text whose composer or thread is open. */
function emphasiseCurrent(
  container: OverlayStateContainer,
  texts: HighlightedTexts,
  painter: Painter,
): CurrentText {
  let emphasised: readonly Range[] = [];
  const update = () => {
    const ranges = currentRanges(container.get(), texts);
    if (ranges === emphasised || (ranges.length === 0 && emphasised.length === 0)) return;
    emphasised = ranges;
    painter.emphasise(ranges);
  };
  return { update, stop: container.subscribe(update) };
}

function currentRanges({ mode }: OverlayState, texts: HighlightedTexts): readonly Range[] {
  if (mode.name === 'thread') return texts.rangesOf(mode.id);
  if (mode.name === 'annotate' && mode.compose.target.kind === 'text') {
    return mode.compose.target.text.ranges;
  }
  return [];
}
