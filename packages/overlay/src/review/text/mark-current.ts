import type { OverlayStateContainer } from '../../state/container.ts';
import type { OverlayState } from '../../state/state.ts';

import type { Painter } from './painter.ts';
import type { Texts } from './texts.ts';

export interface Current {
  /** Its place may be another one. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** Shows which text is meant while its comment is written or its thread is open. */
export function markCurrent(store: OverlayStateContainer, texts: Texts, painter: Painter): Current {
  let shown: readonly Range[] = [];
  const again = () => {
    const ranges = current(store.get(), texts);
    if (ranges === shown || (ranges.length === 0 && shown.length === 0)) return;
    shown = ranges;
    painter.emphasise(ranges);
  };
  return { again, stop: store.subscribe(again) };
}

function current({ mode }: OverlayState, texts: Texts): readonly Range[] {
  if (mode.name === 'thread') return texts.rangesOf(mode.id);
  if (mode.name === 'annotate' && mode.compose.subject.kind === 'text') {
    return mode.compose.subject.text.ranges;
  }
  return [];
}
