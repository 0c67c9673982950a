/** One comment: folded it says what was said, unfolded also what can be done. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { MarkdownComment } from '@annotate-mcp/markdown';
import { ago, Button, Field, Markdown, StatusChip, statusWord, useNow } from '@annotate-mcp/overlay/ui';

import type { Item } from '../state/select.ts';
import { keptKey } from '../state/state.ts';

import { CardFoot, isEditing } from './card-foot.tsx';
import { Composing } from './composing.tsx';
import type { ViewProps } from './view-props.ts';
import { isAnswered, linesOf, nowWords, plural, storeHints, storeWords } from './words.ts';

export interface CardProps extends ViewProps {
  readonly item: Item;
  /** Where there is no text beside it, it says what it is about. */
  readonly quoted: boolean;
}

export function Card(props: CardProps) {
  const { item, state, quoted } = props;
  const active = state.active === item.id;
  // Of hundreds of cards a keystroke changes one, and only the unfolded one shows more than its comment.
  const shown = active ? state : null;
  return useMemo(
    () => <CardBody {...props} />,
    [item.comment, item.writing, item.lost, quoted, active, state.busy.has(item.id), shown],
  );
}

function CardBody(props: CardProps) {
  const { item, state, dispatch } = props;
  const { id, comment } = item;
  const active = state.active === id;
  // What the server has not got yet can only be written on.
  const open = () => dispatch(comment === null ? { type: 'compose:again', id } : { type: 'activate', id });
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => () => leaveTo(ref.current), []);
  return (
    <article
      ref={ref}
      class={`mdv-card ${active ? 'mdv-card--active' : ''} ${item.lost ? 'mdv-card--lost' : ''}`}
      data-id={id}
      data-status={comment?.status ?? 'draft'}
      aria-label={`Comment on “${short(item.anchor.quote)}”`}
      aria-current={active ? 'true' : undefined}
      aria-busy={state.busy.has(id)}
      tabIndex={0}
      onClick={open}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.key !== 'Enter') return;
        event.preventDefault();
        open();
      }}
    >
      {state.composing === id ? (
        <Composing {...props} />
      ) : active && comment ? (
        <Unfolded {...props} comment={comment} />
      ) : (
        <Folded {...props} />
      )}
    </article>
  );
}

/** Whoever was on a card that is gone finds themselves in the text. */
function leaveTo(card: HTMLElement | null): void {
  if (!card?.contains(document.activeElement)) return;
  card.closest('.mdv')?.querySelector<HTMLElement>('.mdv-paper article')?.focus({ preventScroll: true });
}

function Folded({ item, quoted }: CardProps) {
  const { comment, writing } = item;
  const replies = comment?.replies.length ?? 0;
  const last = comment?.replies.at(-1);
  return (
    <>
      <Head item={item} />
      {(quoted || item.lost) && <Quote item={item} />}
      <p class="mdv-said mdv-said--folded" dir="auto">
        {writing?.text ?? comment?.annotationText}
      </p>
      {last && (
        <p class="mdv-last nga-small nga-muted">
          <b>{last.author === 'user' ? 'You' : (last.agentName ?? 'Agent')}:</b> {plain(last.message)}
          {replies > 1 && <span class="nga-unseen">{plural(replies, 'reply', 'replies')}</span>}
        </p>
      )}
    </>
  );
}

function Unfolded(props: CardProps & { comment: MarkdownComment }) {
  const { item, comment, quoted, state, commands } = props;
  const key = keptKey('edit', comment.id);
  const words = nowWords(comment);
  return (
    <>
      <Head item={item} />
      {(quoted || item.lost) && <Quote item={item} />}
      {item.lost && <LostWords {...props} />}
      {isEditing(state, comment) ? (
        <Field
          label="What should change?"
          value={state.kept.get(key) ?? ''}
          onText={(text) => commands.keep(key, text)}
          onSubmit={() => void commands.saveEdit(comment.id)}
        />
      ) : (
        <p class="mdv-said nga-text" dir="auto">
          {item.writing?.text ?? comment.annotationText}
        </p>
      )}
      <Replies comment={comment} />
      {words && <p class="nga-muted nga-small">{words}</p>}
      <CardFoot {...props} />
    </>
  );
}

function Head({ item: { comment, lost } }: { item: Item }) {
  const now = useNow();
  if (comment === null)
    return (
      <div class="mdv-card-head">
        <StatusChip sign="draft" word="Draft" />
      </div>
    );
  return (
    <div class="mdv-card-head">
      <StatusChip sign={comment.status} word={wordOf(comment)} />
      {lost && (
        <StatusChip sign="lost" word={comment.anchorState === 'ambiguous' ? 'Several places' : 'Text gone'} />
      )}
      {comment.status !== 'draft' && comment.store !== 'sidecar' && (
        <span class="mdv-store nga-small nga-muted" title={storeHints[comment.store]}>
          {storeWords[comment.store]}
        </span>
      )}
      <i />
      <time
        class="nga-muted nga-small"
        dateTime={comment.createdAt}
        title={`${new Date(comment.createdAt).toLocaleString()}, ${linesOf(comment)}`}
      >
        {ago(comment.createdAt, now)}
      </time>
    </div>
  );
}

/** An item of the list that may be done is told apart from one that may not. */
function wordOf(comment: MarkdownComment): string {
  if (comment.status === 'pending' && comment.intent === 'review') return 'To approve';
  if (isAnswered(comment)) return comment.store === 'memory' ? 'Answered' : 'Replied';
  return statusWord(comment);
}

function Quote({ item }: { item: Item }) {
  return (
    <blockquote class="nga-quote nga-small" dir="auto">
      {item.anchor.quote}
    </blockquote>
  );
}

function LostWords({ comment, dispatch }: CardProps & { comment: MarkdownComment }) {
  return (
    <div class="mdv-lost-words">
      <p class="nga-small nga-muted">
        {comment.anchorState === 'ambiguous'
          ? 'The text stands in several places now, and we do not guess which one is meant.'
          : `This text is not in the file any more; it was in ${linesOf(comment)}. It comes back by itself when the text does.`}
      </p>
      <Button icon="target" onClick={() => dispatch({ type: 'relink', id: comment.id })}>
        Select its place
      </Button>
    </div>
  );
}

function Replies({ comment: { replies } }: { comment: MarkdownComment }) {
  const now = useNow();
  if (replies.length === 0) return null;
  return (
    <ol class="nga-replies" aria-label="Replies">
      {replies.map(({ id, author, agentName, createdAt, message }) => (
        <li key={id} class={`nga-reply nga-reply--${author}`}>
          <div class="nga-who">
            <b>{author === 'user' ? 'You' : (agentName ?? 'Agent')}</b>
            <time class="nga-muted" dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
              {ago(createdAt, now)}
            </time>
          </div>
          <Markdown text={message} />
        </li>
      ))}
    </ol>
  );
}

/** One line of it, without the signs of its Markdown. */
function plain(message: string): string {
  return message.replace(/[*_`#>]+/g, '');
}

function short(quote: string): string {
  return quote.length > 60 ? `${quote.slice(0, 59)}…` : quote;
}
