import type { ModeDeps } from '../../modes/mode-deps.ts';

import type { HighlightedTexts } from './highlighted-texts.ts';

/** Opens the thread of a highlighted text on a click. The page still gets the click; links and buttons work as usual. */
export function openClicked(
  { pageWindow, container, element }: ModeDeps,
  texts: HighlightedTexts,
): () => void {
  const onClick = (event: MouseEvent) => {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || event.composedPath().includes(element)) return;
    if (event.button !== 0 || event.detail > 1 || !canOpenThread() || isOnControl(event)) return;
    if (pageWindow.getSelection()?.type === 'Range') return;
    const id = texts.at({ x: event.clientX, y: event.clientY, target });
    if (id !== null) container.dispatch({ type: 'thread:open', id });
  };
  const canOpenThread = () => {
    const { mode } = container.get();
    return mode.name === 'hidden' || mode.name === 'thread';
  };
  pageWindow.addEventListener('click', onClick, true);
  return () => pageWindow.removeEventListener('click', onClick, true);
}

const controls = 'a[href],button,input,select,textarea,label,summary,[role=button],[role=link],[role=tab]';

function isOnControl(event: Event): boolean {
  return event.composedPath().some((at) => at instanceof Element && at.matches(controls));
}
