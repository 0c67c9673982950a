/** Prepares the page for printing, and undoes that afterwards. */
import { render } from 'preact';

import type { DocumentPanel } from './document/panel-types.ts';
import type { ViewStateContainer } from './state/container.ts';
import { itemsOf } from './state/select.ts';
import { PrintedComments } from './ui/printed-comments.tsx';

/** Prints the document and then its comments, whichever way printing was begun, until the returned function is called. */
export function followPrinting(
  root: HTMLElement,
  state: ViewStateContainer,
  panel: Pick<DocumentPanel, 'preparePrint'>,
): () => void {
  const place = document.createElement('div');
  let undo: (() => void) | null = null;
  const before = () => {
    undo?.();
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    // Paper is white in every theme.
    dataset.theme = 'light';
    const unprepare = panel.preparePrint(itemsOf(state.get()).map(({ id }) => id));
    root.querySelector('.mdv-scroll')?.append(place);
    // Drawn at once: the browser lays the page out when this event has ended.
    render(<PrintedComments state={state.get()} />, place);
    undo = () => {
      unprepare();
      render(null, place);
      place.remove();
      if (theme === undefined) delete dataset.theme;
      else dataset.theme = theme;
    };
  };
  const after = () => {
    undo?.();
    undo = null;
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    after();
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
