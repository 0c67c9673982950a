/** One comment. Folded it shows its text; unfolded also its thread and what can be done with it. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { isClosed, isWholeDocument, repliedSuggestion } from '@annotate-mcp/core';
import { isOpenComment, type MarkdownComment } from '@annotate-mcp/markdown';
import {
  Age,
  AssigneeField,
  AuthorMark,
  Button,
  Field,
  isFromRepository,
  markdownText,
  notTrusted,
  OutsideReplies,
  Quote,
  Replies,
  requestLabel,
  type ShownAuthor,
  StatusChip,
  statusWord,
} from '@annotate-mcp/overlay/ui';

import { selectAddressees } from '../state/addressees.ts';
import { isEditing, type Item, wholeDocumentWords } from '../state/select.ts';
import { fieldKey } from '../state/state.ts';
import { contentOf, ownWords } from '../state/written.ts';

import { CardChanges } from './card-changes.tsx';
import { CardComposer } from './card-composer.tsx';
import { CardFoot } from './card-foot.tsx';
import { CommentPictures } from './card-pictures.tsx';
import { OwnSuggestion, RepliedSuggestion } from './suggestion.tsx';
import type { CardProps } from './view-props.ts';
import {
  claimedAuthor,
  describeCommentProgress,
  isAnswered,
  linesOf,
  plural,
  storeHints,
  storeWords,
} from './words.ts';

export function Card(props: CardProps) {
  const { item, state } = props;
  const quoted = props.quoted && !isWholeDocument(item.anchor);
  const active = state.active === item.id;
  // A key press changes one card of hundreds, and only the unfolded card shows more of the state than its comment.
  const shownState = active ? state : null;
  return useMemo(
    () => <CardBody {...props} quoted={quoted} />,
    [item.comment, item.writing, item.lost, quoted, active, state.busy.has(item.id), shownState],
  );
}

function CardBody(props: CardProps) {
  const { item, state, dispatch } = props;
  const { id, comment } = item;
  const active = state.active === id;
  // A comment that the server does not have yet can only be written further.
  const open = () => dispatch(comment === null ? { type: 'compose:again', id } : { type: 'activate', id });
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => () => moveFocusToText(ref.current), []);
  return (
    <article
      ref={ref}
      class={`mdv-card ${active ? 'mdv-card--active' : ''} ${item.lost ? 'mdv-card--lost' : ''}`}
      data-id={id}
      data-status={comment?.status ?? 'draft'}
      aria-label={`Comment on ${isWholeDocument(item.anchor) ? 'the whole document' : `“${shorten(item.anchor.quote)}”`}`}
      aria-current={active ? 'true' : undefined}
      aria-busy={state.busy.has(id)}
      tabIndex={0}
      onClick={(event) => {
        if (!isOnControl(event)) open();
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.key !== 'Enter') return;
        event.preventDefault();
        open();
      }}
    >
      {state.composing === id ? (
        <CardComposer {...props} />
      ) : active && comment ? (
        <Unfolded {...props} comment={comment} />
      ) : (
        <Folded {...props} />
      )}
    </article>
  );
}

/** Its own handler has done what the click is for, and may have closed what the click would open again. */
function isOnControl({ target, currentTarget }: MouseEvent): boolean {
  const control = target instanceof Element ? target.closest('button, textarea, select, a, article') : null;
  return control !== null && control !== currentTarget;
}

/** When a card with the focus is removed, the document gets the focus. */
function moveFocusToText(card: HTMLElement | null): void {
  if (!card?.contains(document.activeElement)) return;
  card.closest('.mdv')?.querySelector<HTMLElement>('.mdv-paper article')?.focus({ preventScroll: true });
}

function Folded({ item, quoted, state }: CardProps) {
  const { comment } = item;
  const replies = comment?.replies.length ?? 0;
  const last = comment?.replies.at(-1);
  return (
    <>
      <Head item={item} state={state} />
      {(quoted || item.lost) && <Quote text={item.anchor.quote} small />}
      <OwnSuggestion item={item} folded />
      <p class="mdv-said mdv-said--folded" dir="auto">
        {saidIn(item)}
      </p>
      {comment && <CommentPictures comment={comment} folded />}
      {comment?.status === 'acknowledged' && (
        <p class="mdv-last nga-small nga-muted">{describeCommentProgress(comment)}</p>
      )}
      {comment && last && (
        <p class="mdv-last nga-small nga-muted">
          <b>{claimedAuthor(comment, state.personName, last).name}:</b> {markdownText(last.message)}
          {replies > 1 && <span class="nga-unseen">{plural(replies, 'reply', 'replies')}</span>}
        </p>
      )}
      {comment && isOpenComment(comment) && <RepliedSuggestion comment={comment} folded />}
    </>
  );
}

function Unfolded(props: CardProps & { comment: MarkdownComment }) {
  const { item, comment, quoted, state, commands } = props;
  const key = fieldKey('edit', comment.id);
  const progress = describeCommentProgress(comment);
  return (
    <>
      <Head item={item} state={state} />
      {(quoted || item.lost) && <Quote text={item.anchor.quote} small />}
      {item.lost && <LostNote {...props} />}
      <OwnSuggestion item={item} />
      {isEditing(state, comment) ? (
        <Field
          label={requestLabel}
          value={state.fieldTexts.get(key) ?? ''}
          onText={(text) => commands.setFieldText(key, text)}
          onSubmit={() => void commands.saveEdit(comment.id)}
        />
      ) : (
        <p class="mdv-said nga-text" dir="auto">
          {saidIn(item)}
        </p>
      )}
      <CommentPictures comment={comment} />
      <Assignee {...props} />
      <Replies
        replies={comment.replies}
        authorOf={(reply) => claimedAuthor(comment, state.personName, reply)}
      />
      {!isFromRepository(comment) && (
        <OutsideReplies
          replies={comment.outsideReplies ?? []}
          onAdopt={() => void commands.change(comment.id, { type: 'adopt' })}
        />
      )}
      <RepliedSuggestion comment={comment} />
      <CardChanges {...props} />
      {progress && <p class="nga-muted nga-small">{progress}</p>}
      <CardFoot {...props} />
    </>
  );
}

/** As in the overlay. What came with the repository, and what is only asked, is not handed to anyone. */
function Assignee({ comment, state, commands }: CardProps & { comment: MarkdownComment }) {
  const isOffered = !isClosed(comment) && !isFromRepository(comment) && comment.store !== 'memory';
  return (
    <AssigneeField
      annotation={comment}
      addressees={selectAddressees(state)}
      me={state.personName ?? ''}
      onAssign={
        isOffered ? (assignee) => void commands.change(comment.id, { type: 'assign', assignee }) : undefined
      }
    />
  );
}

function Head({ item: { comment, lost, anchor }, state }: Pick<CardProps, 'item' | 'state'>) {
  const about = isWholeDocument(anchor) && <span class="nga-small nga-muted">{wholeDocumentWords}</span>;
  if (comment === null)
    return (
      <div class="mdv-card-head">
        <StatusChip sign="draft" word="Draft" />
        {about}
      </div>
    );
  return (
    <div class="mdv-card-head">
      <StatusChip sign={comment.status} word={statusWordOf(comment)} />
      {lost && (
        <StatusChip sign="lost" word={comment.anchorState === 'ambiguous' ? 'Several places' : 'Text gone'} />
      )}
      {about}
      {comment.status !== 'draft' && comment.store !== 'sidecar' && (
        <span class="mdv-store nga-small nga-muted" title={storeHints[comment.store]}>
          {storeWords[comment.store]}
        </span>
      )}
      <i />
      <Age
        at={comment.createdAt}
        class="nga-muted nga-small"
        title={`${new Date(comment.createdAt).toLocaleString()}, ${linesOf(comment)}`}
      />
      <Author author={claimedAuthor(comment, state.personName)} foreign={isFromRepository(comment)} />
    </div>
  );
}

/** Who wrote it, unless that is this person. */
function Author({ author: { name, mark }, foreign }: { author: ShownAuthor; foreign: boolean }) {
  if (!foreign && name === 'You') return null;
  return (
    <span class="mdv-origin nga-small" dir="auto">
      {mark && !foreign && <AuthorMark mark={mark} />}
      {foreign ? `${notTrusted} · ${name}` : name}
    </span>
  );
}

/** The word on the chip; it also tells a comment that waits for approval from one that may be carried out. */
function statusWordOf(comment: MarkdownComment): string {
  if (comment.status === 'pending' && comment.agentName !== undefined) return 'Suggested';
  if (comment.status === 'pending' && comment.intent === 'review') return 'To approve';
  if (isAnswered(comment) && repliedSuggestion(comment.replies) !== undefined) return 'Suggested';
  if (isAnswered(comment)) return comment.store === 'memory' ? 'Answered' : 'Replied';
  return statusWord(comment);
}

function LostNote({ comment, dispatch }: CardProps & { comment: MarkdownComment }) {
  return (
    <div class="mdv-lost-words">
      <p class="nga-small nga-muted">
        {comment.anchorState === 'ambiguous'
          ? 'This text now occurs several times in the file. Select the one that the comment is about.'
          : `This text is no longer in the file; it was in ${linesOf(comment)}. When the text is back, the comment is placed again.`}
      </p>
      <Button icon="target" onClick={() => dispatch({ type: 'relink', id: comment.id })}>
        Select its place
      </Button>
    </div>
  );
}

/** What the author wrote; blank where the suggestion says it all. */
function saidIn({ comment, writing }: Item): string {
  if (writing) return writing.text;
  return comment === null ? '' : ownWords(contentOf(comment));
}

function shorten(quote: string): string {
  return quote.length > 60 ? `${quote.slice(0, 59)}…` : quote;
}

/** Waits for the next drawing, because the card or its field may not exist yet. */
export function focusCard(root: HTMLElement, id: string, field: boolean): void {
  requestAnimationFrame(() => {
    const card = root.querySelector<HTMLElement>(`.mdv-card[data-id="${CSS.escape(id)}"]`);
    const target = field ? card?.querySelector<HTMLElement>('textarea') : card;
    target?.focus({ preventScroll: !field });
  });
}
