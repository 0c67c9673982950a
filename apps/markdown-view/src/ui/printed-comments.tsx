/** The comments below the printed document, with the numbers that they have in the text. */
import { statusWord } from '@annotate-mcp/overlay/ui';

import { type Item, itemsOf } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';

import { claimedAuthor } from './words.ts';

export function PrintedComments({ state }: { state: ViewState }) {
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
