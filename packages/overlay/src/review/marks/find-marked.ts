/** Finds the highlighted text or the outlined element at a point, where a click opens its thread. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { selectBadged } from '../../state/select.ts';
import type { HighlightedTexts } from '../text/highlighted-texts.ts';

export interface MarkDeps extends Pick<ModeDeps, 'pageWindow' | 'container' | 'tracker' | 'element'> {
  readonly texts: HighlightedTexts;
}

/** The id of the annotation. `null` on controls, which work as usual, and while something else is going on. */
export function findMarked(
  { container, tracker, element, texts }: MarkDeps,
  event: MouseEvent,
): string | null {
  const path = event.composedPath();
  const [target] = path;
  const state = container.get();
  const { name } = state.mode;
  if (!(target instanceof Element) || path.includes(element)) return null;
  if ((name !== 'hidden' && name !== 'thread') || path.some(isControl)) return null;
  const text = texts.at({ x: event.clientX, y: event.clientY, target });
  if (text !== null || state.settings.hideBadges) return text;
  const outlined = selectBadged(state).filter(({ kind }) => kind === 'element' || kind === 'component');
  // From the innermost element outwards.
  for (const at of path) {
    const found = outlined.find(({ id }) => tracker.elementOf(id) === at);
    if (found !== undefined) return found.id;
  }
  return null;
}

const controls = 'a[href],button,input,select,textarea,label,summary,[role=button],[role=link],[role=tab]';

function isControl(at: EventTarget): boolean {
  return at instanceof Element && at.matches(controls);
}
