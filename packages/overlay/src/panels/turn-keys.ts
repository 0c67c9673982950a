import type { OverlayState } from '../state/state.ts';
import { selectYours } from '../state/yours.ts';
import { isField } from '../window/is-field.ts';

const steps: Readonly<Record<string, 1 | -1>> = { KeyJ: 1, KeyK: -1 };

/** `J` and `K` go to the next and the previous comment of this page, or of the pages that the list shows, that waits for the person; `null` for every other key. */
export function turnByKey(event: KeyboardEvent, state: OverlayState, current: string | null): string | null {
  const by = steps[event.code];
  const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing;
  if (by === undefined || isChord || (event.target instanceof Element && isField(event.target))) return null;
  const ids = selectYours(state, state.panel?.tab ?? 'page').map(({ id }) => id);
  // Without a current one, the first or the last.
  const at = current === null ? -1 : ids.indexOf(current);
  const next = at === -1 && by === -1 ? ids.length - 1 : (at + by + ids.length) % ids.length;
  return ids[next] ?? null;
}
