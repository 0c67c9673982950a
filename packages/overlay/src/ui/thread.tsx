import { useRef, useState } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import type { Commands } from '../commands.ts';
import type { Box } from '../state/state.ts';

import { ago, sourceOf, titleOf } from './about.ts';
import { Button, CloseButton, ConfirmButton, IconButton } from './button.tsx';
import { StatusChip } from './chip.tsx';
import { PathButton, TreePath } from './composer.tsx';
import { ElementGone } from './empty.tsx';
import { Field } from './field.tsx';
import { useFocus } from './focus.ts';
import { useBeside } from './follow.ts';
import { Markdown } from './markdown.tsx';
import { useNow } from './minute.ts';
import { statusWord } from './words.ts';

export type ThreadCommands = Pick<
  Commands,
  | 'accept'
  | 'copyText'
  | 'edit'
  | 'release'
  | 'relink'
  | 'remove'
  | 'reopen'
  | 'reply'
  | 'reveal'
  | 'submitBatch'
>;

export interface ThreadProps {
  annotation: Annotation;
  /** What it points at, to stand beside; `null` docks the panel. */
  box: Box | null;
  lost: boolean;
  /** The hub has not confirmed all of it. */
  unsent: boolean;
  /** How many are in the batch with it. */
  drafts: number;
  /** The reply being written. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  commands: ThreadCommands;
}

export function Thread(props: ThreadProps) {
  const { annotation, box, lost, unsent, commands, onClose } = props;
  const { id } = annotation;
  const panel = useRef<HTMLDivElement>(null);
  useBeside(panel, box);
  useFocus(panel);
  const [editing, setEditing] = useState(false);
  return (
    <div
      class="nga-panel nga-thread-panel nga-surface"
      role="dialog"
      aria-label={`Thread: ${annotation.annotationText}`}
      tabIndex={-1}
      ref={panel}
    >
      <div class="nga-head">
        <h2 dir="auto">{titleOf(annotation)}</h2>
        <StatusChip sign={annotation.status} word={statusWord(annotation)} />
        {!lost && annotation.kind !== 'page' && (
          <IconButton icon="target" label="Show on the page" onClick={() => void commands.reveal(id)} />
        )}
        <CloseButton onClick={onClose} />
      </div>
      <div class="nga-body">
        {lost && <ElementGone annotation={annotation} onRelink={() => commands.relink(id)} />}
        <Request
          annotation={annotation}
          editing={editing}
          onEdited={() => setEditing(false)}
          commands={commands}
        />
        <Replies annotation={annotation} />
        <p class="nga-muted nga-small" role="status">
          {unsent ? 'Not sent yet: it goes out when the dev server is back.' : now(annotation)}
        </p>
      </div>
      {!editing && <Foot {...props} onEdit={() => setEditing(true)} />}
    </div>
  );
}

interface RequestProps {
  annotation: Annotation;
  editing: boolean;
  onEdited: () => void;
  commands: ThreadCommands;
}

function Request({ annotation, editing, onEdited, commands }: RequestProps) {
  const path = sourceOf(annotation);
  const quote = annotation.kind === 'markdown' ? annotation.anchor.quote : annotation.selectionText;
  return (
    <div class="nga-thread-request">
      <div class="nga-where">
        {path && <PathButton path={path} onCopy={(text) => commands.copyText(text, `Copied ${text}`)} />}
        {annotation.kind === 'component' && (
          <TreePath names={[...annotation.componentTreePath, annotation.componentName]} />
        )}
      </div>
      {quote && (
        <blockquote class="nga-quote" dir="auto">
          {quote}
        </blockquote>
      )}
      <Who name="You" at={annotation.createdAt} />
      {editing ? (
        <Editor annotation={annotation} commands={commands} onEdited={onEdited} />
      ) : (
        <p class="nga-text" dir="auto">
          {annotation.annotationText}
        </p>
      )}
    </div>
  );
}

function Editor({ annotation, commands, onEdited }: Omit<RequestProps, 'editing'>) {
  const [text, setText] = useState(annotation.annotationText);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field);
  const save = () => {
    if (text.trim() === '') return;
    if (text !== annotation.annotationText) commands.edit(annotation.id, text);
    onEdited();
  };
  return (
    <>
      <Field fieldRef={field} label="What should change?" value={text} onText={setText} onSubmit={save} />
      <div class="nga-actions">
        <Button look="primary" disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button onClick={onEdited}>Cancel</Button>
      </div>
    </>
  );
}

function Replies({ annotation: { replies } }: { annotation: Annotation }) {
  if (replies.length === 0) return null;
  return (
    <ol class="nga-replies" aria-label="Replies">
      {replies.map(({ id, author, agentName, createdAt, message }) => (
        <li key={id} class={`nga-reply nga-reply--${author}`}>
          <Who name={author === 'user' ? 'You' : (agentName ?? 'Agent')} at={createdAt} />
          <Markdown text={message} />
        </li>
      ))}
    </ol>
  );
}

function Who({ name, at }: { name: string; at: string }) {
  const time = useNow();
  return (
    <div class="nga-who">
      <b>{name}</b>
      <time class="nga-muted" dateTime={at} title={new Date(at).toLocaleString()}>
        {ago(at, time)}
      </time>
    </div>
  );
}

/** What is going on with it, in words. */
function now(annotation: Annotation): string {
  switch (annotation.status) {
    case 'draft':
      return 'In your batch. No agent sees it until you send it.';
    case 'pending':
      return 'Waiting for an agent.';
    case 'acknowledged':
      return `${annotation.claim.agentName} is on it.`;
    default:
      return '';
  }
}

function Foot({ annotation, drafts, text, onText, onEdit, commands }: ThreadProps & { onEdit: () => void }) {
  const { id, status } = annotation;
  const closed = status === 'resolved' || status === 'dismissed';
  const message = text.trim();
  const said = (say: () => void) => () => {
    say();
    onText('');
  };
  const reply = said(() => commands.reply(id, message));
  const reopen = said(() => commands.reopen(id, ...(message ? [message] : [])));
  return (
    <div class="nga-thread-foot">
      {status !== 'draft' && (
        <Field
          class="nga-thread-input"
          label={closed ? 'What is still wrong?' : 'Reply'}
          placeholder={closed ? 'What is still wrong?' : 'Reply…'}
          rows={1}
          value={text}
          onText={onText}
          onSubmit={() => message && reply()}
        />
      )}
      <div class="nga-actions">
        {closed ? (
          <ConfirmButton onClick={() => commands.remove(id)}>Delete</ConfirmButton>
        ) : (
          <OpenActions annotation={annotation} onEdit={onEdit} commands={commands} />
        )}
        <i />
        {closed && <Button onClick={reopen}>Re-open</Button>}
        {status === 'draft' ? (
          <Button look="primary" onClick={() => commands.submitBatch()}>
            Send {drafts} to agent
          </Button>
        ) : status === 'resolved' && annotation.acceptedAt === undefined && message === '' ? (
          <Button look="primary" icon="check" onClick={() => commands.accept(id)}>
            Accept
          </Button>
        ) : (
          <Button look="primary" disabled={message === ''} onClick={reply}>
            Reply
          </Button>
        )}
      </div>
    </div>
  );
}

function OpenActions({
  annotation,
  onEdit,
  commands,
}: Pick<ThreadProps, 'annotation' | 'commands'> & { onEdit: () => void }) {
  const { id, status } = annotation;
  const remove = () => commands.remove(id);
  return (
    <>
      {status === 'acknowledged' ? (
        <Button
          look="quiet"
          title={`Takes it from ${annotation.claim.agentName}, for whoever is free`}
          onClick={() => commands.release(id)}
        >
          Send again
        </Button>
      ) : (
        <Button look="quiet" onClick={onEdit}>
          Edit
        </Button>
      )}
      {status === 'draft' ? (
        <ConfirmButton onClick={remove}>Delete</ConfirmButton>
      ) : (
        <Button look="quiet" onClick={remove}>
          Take back
        </Button>
      )}
    </>
  );
}
