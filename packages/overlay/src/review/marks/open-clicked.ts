import { findMarked, type MarkDeps } from './find-marked.ts';

/** Opens the thread of a highlighted text or an outlined element on a click. The page still gets the click. */
export function openClicked(deps: MarkDeps): () => void {
  const { pageWindow, container } = deps;
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.detail > 1 || pageWindow.getSelection()?.type === 'Range') return;
    const id = findMarked(deps, event);
    if (id !== null) container.dispatch({ type: 'thread:open', id });
  };
  pageWindow.addEventListener('click', onClick, true);
  return () => pageWindow.removeEventListener('click', onClick, true);
}
