import type { OverlayStateContainer } from '../../state/container.ts';
import type { OverlayState } from '../../state/state.ts';

import type { HighlightedTexts } from './highlighted-texts.ts';
import type { Painter } from './painter.ts';

export interface CurrentText {
  /** Called when the text may have moved. */
  readonly update: () => void;
  readonly stop: () => void;
}

/** Emphasises the text whose composer or thread is open. */
export function emphasiseCurrent(
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
