import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { type Annotation, mentionsIn, type Work } from '@annotate-mcp/core';

import { selectAddressees, selectAuthors, selectMentionable } from '../state/people.ts';
import type { Box, Me, OverlayState } from '../state/state.ts';

import { ActionButtons, buttonOf } from './action-buttons.tsx';
import { AssigneeField } from './assignee-field.tsx';
import { type Authors, replyAuthor } from './authors.ts';
import { CloseButton, IconButton } from './button.tsx';
import { StatusChip } from './chip.tsx';
import { ElementGone } from './empty.tsx';
import { useFocus } from './focus.ts';
import { type DrawnBadge, useAtBadge } from './follow.ts';
import { isFromRepository, OriginRemark } from './from-repository.tsx';
import { HandOver, TriedBefore } from './hand-over.tsx';
import { NameLine } from './name-field.tsx';
import { OutsideReplies, Replies, ReplyField } from './replies.tsx';
import { titleOf } from './target-words.ts';
import {
  actionsFor,
  isReopened,
  reopenThread,
  replyToThread,
  type ThreadCommands,
  type ThreadContext,
} from './thread-actions.ts';
import { Request } from './thread-request.tsx';
import { describeProgress, signOf, statusWord } from './words.ts';
import { isAtWork } from './work-words.ts';

export interface ThreadProps {
  annotation: Annotation;
  /** Who reads, who writes here, and what the hub has not confirmed. */
  state: Pick<OverlayState, 'annotations' | 'present' | 'me' | 'agents' | 'unsent'>;
  /** What the person may do with it now: nothing else is offered. */
  can: ThreadContext['can'];
  /** Where its target is; absent on a page that does not show it, which docks the panel. */
  place?: ThreadPlace;
  /** The number of drafts in the author's batch. */
  drafts: number;
  /** What is being written: a reply under the id, a changed request under `edit <id>`. */
  kept: ReadonlyMap<string, string>;
  onKeep: (key: string, text: string) => void;
  /** The address of the picture with this name. */
  pictureAt: (name: string) => string;
  /** What an agent that was started here does about it. */
  work?: Work | undefined;
  /** What the page showed of the agent's change. */
  proof?: ComponentChildren;
  /** Shows what agents do and did. */
  progress?: ComponentChildren;
  /** Starts an agent, where none is coming. */
  start?: ComponentChildren;
  /** Has the person asked which agent to start for it; absent where none can be started. */
  onStartOther?: (() => void) | undefined;
  /** What the person is asked about it. */
  asked?: ComponentChildren;
  onClose: () => void;
  /** Gets the keys that are pressed in it. */
  onKeyDown?: (event: KeyboardEvent) => void;
  commands: ThreadCommands;
}

interface ThreadPlace {
  /** The box of the target, which the panel is positioned beside; `null` docks the panel. */
  readonly box: Box | null;
  /** The badge of the target; `null` where it has none. */
  readonly badge: DrawnBadge | null;
  readonly lost: boolean;
}

const nowhere: ThreadPlace = { box: null, badge: null, lost: false };

export function Thread(props: ThreadProps) {
  const { annotation, state, place = nowhere, kept, work, commands, pictureAt, can, onClose } = props;
  const { id } = annotation;
  const { box, badge, lost } = place;
  const authors = selectAuthors(state);
  const addressees = selectAddressees(state);
  const mentioned = (text: string) => mentionsIn(text, addressees);
  const edited = kept.get(`edit ${id}`) ?? '';
  const onEdited = (text: string) => props.onKeep(`edit ${id}`, text);
  const unsent = state.unsent.has(id);
  const sign = signOf(annotation, false);
  const panel = useRef<HTMLDivElement>(null);
  const isText = annotation.kind === 'text';
  useAtBadge(panel, box, badge, isText);
  useFocus(panel);
  const [wantsEdit, setWantsEdit] = useState(edited !== '');
  // An agent may take the annotation while its author edits it; then it can no longer be edited.
  const editing = wantsEdit && buttonOf('edit', annotation) !== null && can('edit');
  const [handsOver, setHandsOver] = useState(false);
  const stopEditing = () => {
    onEdited('');
    setWantsEdit(false);
  };
  return (
    <div
      class="nga-panel nga-thread-panel nga-surface"
      data-nga="thread"
      role="dialog"
      aria-label={`Thread: ${annotation.annotationText}`}
      tabIndex={-1}
      ref={panel}
      onKeyDown={props.onKeyDown}
    >
      <div class="nga-head">
        <h2 dir="auto">{isText ? 'Selected text' : titleOf(annotation)}</h2>
        <StatusChip sign={sign} word={sign === 'missing' ? notSeen : statusWord(annotation)} />
        {!lost && annotation.kind !== 'page' && (
          <IconButton icon="target" label="Show on the page" onClick={() => void commands.reveal(id)} />
        )}
        {!isFromRepository(annotation) && (
          <IconButton icon="copy" label="Copy this comment" onClick={() => void commands.copyOne(id)} />
        )}
        <CloseButton onClick={onClose} />
      </div>
      <div class="nga-body">
        {lost && (
          <ElementGone
            annotation={annotation}
            onRelink={can('relink') ? () => commands.relink(id) : undefined}
          />
        )}
        {props.proof}
        <OriginRemark annotation={annotation} />
        <Request
          annotation={annotation}
          authors={authors}
          mentioned={mentioned}
          editing={editing}
          edited={edited}
          onEdited={onEdited}
          onDone={stopEditing}
          pictureAt={pictureAt}
          commands={commands}
        />
        <AssigneeField
          annotation={annotation}
          addressees={addressees}
          me={state.me.id}
          onAssign={can('assign') ? (to) => commands.act(id, { type: 'assign', assignee: to }) : undefined}
        />
        <Replies
          replies={annotation.replies}
          pictureAt={pictureAt}
          authorOf={(reply) => replyAuthor(reply, annotation, authors)}
          nameOf={(person) => authors.people.get(person)?.name}
        />
        {!isFromRepository(annotation) && (
          <OutsideReplies
            replies={annotation.outsideReplies ?? []}
            onAdopt={can('adopt') ? () => commands.act(id, { type: 'adopt' }) : undefined}
          />
        )}
        {props.progress}
        <TriedBefore annotation={annotation} />
        <p class="nga-muted nga-small" role="status">
          {unsent && 'Waiting to be sent, when the server is back. It is kept in this browser.'}
          {/* The line of the work says more. */}
          {!unsent &&
            !isAtWork(work) &&
            describeProgress(annotation, authorFor(annotation, state.me, authors))}
        </p>
        {props.start}
      </div>
      {props.asked}
      {handsOver && buttonOf('handOver', annotation) !== null && can('handOver') && (
        <HandOver
          annotation={annotation}
          addressees={addressees}
          connected={state.agents.map(({ agentName }) => agentName)}
          onStart={props.onStartOther}
          onHandOver={(to) => commands.act(id, { type: 'handOver', to })}
          onClose={() => setHandsOver(false)}
        />
      )}
      {!editing && (
        <ThreadFoot
          {...props}
          mentioned={mentioned}
          onEdit={() => setWantsEdit(true)}
          onHandOver={() => setHandsOver(!handsOver)}
        />
      )}
    </div>
  );
}

/** The verdict below it says where, and the title needs the space. */
const notSeen = 'Not seen';

/** What the author is called in a sentence to the reader, who acts for all authors on the machine of the hub. */
function authorFor({ authorId }: Annotation, me: Me, authors: Authors): string {
  if (me.local || me.id === '' || authorId === me.id) return 'you';
  return authors.people.get(authorId)?.name ?? 'its author';
}

interface ThreadFootProps extends ThreadProps {
  mentioned: ThreadContext['mentioned'];
  onEdit: () => void;
  onHandOver: () => void;
}

/** The reply that is being written, and what can be done with the thread in its status. */
function ThreadFoot({ annotation, state, can, kept, onKeep, ...rest }: ThreadFootProps) {
  const text = kept.get(annotation.id) ?? '';
  const onText = (typed: string) => onKeep(annotation.id, typed);
  const closed = isReopened(annotation, can);
  const { side, main } = actionsFor(annotation);
  const message = text.trim();
  const context: ThreadContext = { ...rest, annotation, can, message, clearReply: () => onText('') };
  const writes = can('reply') && !isFromRepository(annotation);
  const submit = () => {
    if (message) (closed ? reopenThread : replyToThread).run(context);
  };
  return (
    <div class="nga-thread-foot">
      {writes && (
        <div class="nga-reply-row">
          <ReplyField
            closed={closed}
            mentionable={selectMentionable(state)}
            value={text}
            onText={onText}
            onSubmit={submit}
          />
          <ActionButtons actions={[replyToThread]} context={context} />
        </div>
      )}
      {writes && text !== '' && <NameLine me={state.me} onName={(name) => rest.commands.rename(name)} />}
      <div class="nga-actions">
        <ActionButtons actions={side} context={context} />
        <i />
        <ActionButtons actions={main} context={context} />
      </div>
    </div>
  );
}
