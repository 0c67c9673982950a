/** Tells text that the person has just selected from a selection that was there before. */
import type { PageWindow } from '../../window/frames.ts';

import { isSameRange, selectedRange } from './selection.ts';

/** A pointer that was moved less far between press and release has clicked. In pixels. */
const draggedPx = 3;

export interface NewSelection {
  /** Must be called when the pointer is pressed. */
  readonly onPress: (event: PointerEvent) => void;
  /** Must be called when the pointer is released. */
  readonly onRelease: (event: MouseEvent) => void;
  /** `null` when nothing is selected, or the same as before. */
  readonly current: () => AbstractRange | null;
  /** From now on this range is the selection before. */
  readonly take: (range: AbstractRange) => void;
}

export function createNewSelection(pageWindow: PageWindow): NewSelection {
  // Selections inside of these are found only when they are asked for.
  let roots: readonly ShadowRoot[] = [];
  let before: AbstractRange | null = null;
  let pressed = { x: 0, y: 0 };
  return {
    onPress(event) {
      roots = rootsOf(event);
      before = selectedRange(pageWindow, roots);
      pressed = { x: event.clientX, y: event.clientY };
    },
    onRelease(event) {
      roots = [...new Set([...roots, ...rootsOf(event)])];
      // The person may have selected the same text again.
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > draggedPx) before = null;
    },
    current() {
      const range = selectedRange(pageWindow, roots);
      return range === null || isSameRange(range, before) ? null : range;
    },
    take(range) {
      before = range;
    },
  };
}

function rootsOf(event: Event): ShadowRoot[] {
  return event.composedPath().filter((at): at is ShadowRoot => at instanceof ShadowRoot);
}
