import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { Addressee, Annotation, Work } from '@annotate-mcp/core';

import type { Box, Me } from '../state/state.ts';

import { isEditable } from './action-buttons.tsx';
import { AssigneeField } from './assignee-field.tsx';
import { type Authors, replyAuthor } from './authors.ts';
import { CloseButton, IconButton } from './button.tsx';
import { StatusChip } from './chip.tsx';
import { ElementGone } from './empty.tsx';
import { useFocus } from './focus.ts';
import { type DrawnBadge, useAtBadge } from './follow.ts';
import { isFromRepository, OriginRemark } from './from-repository.tsx';
import { OutsideReplies, Replies } from './replies.tsx';
import { titleOf } from './target-words.ts';
import type { ThreadCommands, ThreadContext } from './thread-actions.ts';
import { ThreadFoot } from './thread-foot.tsx';
import { Request } from './thread-request.tsx';
import { describeProgress, signOf, statusWord } from './words.ts';
import { isAtWork } from './work-words.ts';

export interface ThreadProps {
  annotation: Annotation;
  authors: Authors;
  /** What the person may do with it now: nothing else is offered. */
  can: ThreadContext['can'];
  me: Me;
  addressees: readonly Addressee[];
  mentioned: ThreadContext['mentioned'];
  mentionable: readonly Addressee[];
  /** The box of the target, which the panel is positioned beside; `null` docks the panel. */
  box: Box | null;
  /** The badge of the target; `null` where it has none. */
  badge: DrawnBadge | null;
  lost: boolean;
  /** The hub has not confirmed everything that was written in this thread. */
  unsent: boolean;
  /** The number of drafts in the author's batch. */
  drafts: number;
  /** The reply that is being written. */
  text: string;
  onText: (text: string) => void;
  /** A changed request that is not saved yet; empty when there is none. */
  edited: string;
  onEdited: (text: string) => void;
  /** The address of the picture with this name. */
  pictureAt: (name: string) => string;
  /** What an agent that was started here does about it. */
  work?: Work | undefined;
  /** Shows what agents do and did. */
  progress?: ComponentChildren;
  /** What the person is asked about it. */
  asked?: ComponentChildren;
  onClose: () => void;
  commands: ThreadCommands;
}

export function Thread(props: ThreadProps) {
  const { annotation, authors, box, badge, lost, unsent, work, commands, edited, onEdited } = props;
  const { pictureAt, can, onClose } = props;
  const { id } = annotation;
  const panel = useRef<HTMLDivElement>(null);
  const isText = annotation.kind === 'text';
  useAtBadge(panel, box, badge, isText);
  useFocus(panel);
  const [wantsEdit, setWantsEdit] = useState(edited !== '');
  // An agent may take the annotation while its author edits it; then it can no longer be edited.
  const editing = wantsEdit && isEditable(annotation) && can('edit');
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
    >
      <div class="nga-head">
        <h2 dir="auto">{isText ? 'Selected text' : titleOf(annotation)}</h2>
        <StatusChip sign={signOf(annotation, false)} word={statusWord(annotation)} />
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
        <OriginRemark annotation={annotation} />
        <Request {...props} editing={editing} onDone={stopEditing} />
        <AssigneeField
          annotation={annotation}
          addressees={props.addressees}
          me={props.me.id}
          onAssign={can('assign') ? (to) => commands.assign(id, to) : undefined}
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
            onAdopt={can('adopt') ? () => commands.adopt(id) : undefined}
          />
        )}
        {props.progress}
        <p class="nga-muted nga-small" role="status">
          {unsent && 'Waiting to be sent, when the server is back. It is kept in this browser.'}
          {/* The line of the work says more. */}
          {!unsent && !isAtWork(work) && describeProgress(annotation, authorFor(props))}
        </p>
      </div>
      {props.asked}
      {!editing && <ThreadFoot {...props} onEdit={() => setWantsEdit(true)} />}
    </div>
  );
}

/** What the author is called in a sentence to the reader, who acts for all authors on the machine of the hub. */
function authorFor({ annotation: { authorId }, me, authors }: ThreadProps): string {
  if (me.local || me.id === '' || authorId === me.id) return 'you';
  return authors.people.get(authorId)?.name ?? 'its author';
}
