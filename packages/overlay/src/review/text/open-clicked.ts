import type { ModeDeps } from '../../modes/mode-deps.ts';

import type { Texts } from './texts.ts';

/** A click on a drawn text opens its thread. The page gets the click all the same; links and buttons have it alone. */
export function openClicked({ view, store, element }: ModeDeps, texts: Texts): () => void {
  const onClick = (event: MouseEvent) => {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || event.composedPath().includes(element)) return;
    if (event.button !== 0 || event.detail > 1 || !isFree() || isActive(event)) return;
    if (view.getSelection()?.type === 'Range') return;
    const id = texts.at({ x: event.clientX, y: event.clientY, target });
    if (id !== null) store.dispatch({ type: 'thread:open', id });
  };
  const isFree = () => {
    const { mode } = store.get();
    return mode.name === 'hidden' || mode.name === 'thread';
  };
  view.addEventListener('click', onClick, true);
  return () => view.removeEventListener('click', onClick, true);
}

const active = 'a[href],button,input,select,textarea,label,summary,[role=button],[role=link],[role=tab]';

function isActive(event: Event): boolean {
  return event.composedPath().some((at) => at instanceof Element && at.matches(active));
}
