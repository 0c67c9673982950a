/** Keeps where the person reads, so that a reload, a followed link and its way back lead to the same lines. */
import type { DocumentPanel, ReadingPosition } from './document/panel-types.ts';
import { recordOf } from './host/tool-answer.ts';
import type { ViewStateContainer } from './state/reducer.ts';

/** Long enough that scrolling does not write for each frame. */
const pauseMs = 150;

export interface KeptPositionDeps {
  readonly panel: Pick<DocumentPanel, 'element' | 'position' | 'moveTo' | 'scrollToFragment'>;
  readonly state: ViewStateContainer;
  readonly session: Storage;
  readonly path: string;
  /** The part that a link has named; empty without one. */
  readonly fragment: string;
}

/** Call it after the panel draws the state: the text has to be there before the panel scrolls. */
export function keepPosition({ panel, state, session, path, fragment }: KeptPositionDeps): () => void {
  const key = `annotate:md:position:${path}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRestored = false;
  const save = () => {
    clearTimeout(timer);
    const position = isRestored ? panel.position() : null;
    if (position !== null) write(session, key, JSON.stringify(position));
  };
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(save, pauseMs);
  };
  const unsubscribe = state.subscribe((now) => {
    if (isRestored || now.text === null) return;
    isRestored = true;
    if (fragment !== '' && panel.scrollToFragment(fragment)) return;
    const position = read(session, key);
    if (position !== null) panel.moveTo(position);
  });
  // Scrolling of an element does not bubble, but it is captured.
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  addEventListener('pagehide', save);
  return () => {
    save();
    unsubscribe();
    document.removeEventListener('scroll', onScroll, true);
    removeEventListener('pagehide', save);
  };
}

function read(session: Storage, key: string): ReadingPosition | null {
  try {
    const { blockId, offset } = recordOf(JSON.parse(session.getItem(key) ?? 'null'));
    return typeof blockId === 'string' && typeof offset === 'number' ? { blockId, offset } : null;
  } catch {
    // Written by another program, or not readable: the document begins at its beginning.
    return null;
  }
}

function write(session: Storage, key: string, value: string): void {
  try {
    session.setItem(key, value);
  } catch {
    // The storage is full; only the position is lost.
  }
}
