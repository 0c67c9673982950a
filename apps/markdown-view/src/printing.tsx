/** Prepares the page for printing, and undoes that afterwards. */
import { render } from 'preact';

import { statusWord } from '@annotate-mcp/overlay/ui';

import type { DocumentPanel } from './document/panel-types.ts';
import type { ViewStateContainer } from './state/reducer.ts';
import { type Item, itemsOf } from './state/select.ts';
import type { ViewState } from './state/state.ts';
import { claimedAuthor } from './ui/words.ts';

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

/** Below the printed document, with the numbers that they have in the text. */
function PrintedComments({ state }: { state: ViewState }) {
  const items = itemsOf(state);
  if (items.length === 0) return null;
  return (
    <section class="mdv-printed">
      <h2>Comments</h2>
      <ol>
        {items.map((item, at) => (
          <PrintedComment key={item.id} item={item} number={at + 1} personName={state.personName} />
        ))}
      </ol>
    </section>
  );
}

function PrintedComment({
  item: { comment, writing, anchor, lost },
  number,
  personName,
}: {
  item: Item;
  number: number;
  personName: string | null;
}) {
  return (
    <li>
      <span class="mdv-printed-number">{number}</span>
      <div>
        <blockquote dir="auto">{anchor.quote}</blockquote>
        <p dir="auto">
          <b>{comment === null ? 'You' : claimedAuthor(comment, personName).name}</b>:{' '}
          {writing?.text ?? comment?.annotationText}
        </p>
        {comment?.replies.map((reply) => (
          <p key={reply.id} dir="auto">
            <b>{claimedAuthor(comment, personName, reply).name}</b>: {reply.message}
          </p>
        ))}
        <p class="nga-muted">
          {comment === null ? 'Draft' : statusWord(comment)}
          {lost && ' · its text is gone'}
        </p>
      </div>
    </li>
  );
}
