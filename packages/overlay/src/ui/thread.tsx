import { useRef, useState } from 'preact/hooks';

import type { Annotation, ComponentTarget } from '@annotate-mcp/core';

import type { Commands } from '../commands/commands.ts';
import type { Box } from '../state/state.ts';

import { ago, knownPath, sourceOf, titleOf } from './about.ts';
import { Attached } from './attached.tsx';
import { Button, CloseButton, IconButton } from './button.tsx';
import { StatusChip } from './chip.tsx';
import { PathButton, Targets, TreePath } from './composer.tsx';
import { ElementGone } from './empty.tsx';
import { Field } from './field.tsx';
import { useFocus } from './focus.ts';
import { useBeside } from './follow.ts';
import { Markdown } from './markdown.tsx';
import { useNow } from './minute.ts';
import { ThreadFoot } from './thread-foot.tsx';
import { fileLine, statusWord } from './words.ts';

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
  /** A change of the request that was begun and not saved; empty when there is none. */
  edited: string;
  onEdited: (text: string) => void;
  /** Where the picture of this name is. */
  pictureAt: (name: string) => string;
  onClose: () => void;
  commands: ThreadCommands;
}

export function Thread(props: ThreadProps) {
  const { annotation, box, lost, unsent, commands, edited, onEdited, pictureAt, onClose } = props;
  const { id } = annotation;
  const panel = useRef<HTMLDivElement>(null);
  const isText = annotation.kind === 'text';
  useBeside(panel, box, isText);
  useFocus(panel);
  const [editing, setEditing] = useState(edited !== '');
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
          editing={editing && isEditable(annotation)}
          edited={edited}
          onText={onEdited}
          onDone={() => {
            onEdited('');
            setEditing(false);
          }}
          pictureAt={pictureAt}
          commands={commands}
        />
        <Replies annotation={annotation} pictureAt={pictureAt} />
        <p class="nga-muted nga-small" role="status">
          {unsent ? 'Not sent yet: it goes out when the dev server is back.' : now(annotation)}
        </p>
      </div>
      {!(editing && isEditable(annotation)) && <ThreadFoot {...props} onEdit={() => setEditing(true)} />}
    </div>
  );
}

/** An agent may take it while somebody edits it. */
function isEditable({ status }: Annotation): boolean {
  return status === 'draft' || status === 'pending';
}

interface RequestProps extends Pick<
  ThreadProps,
  'annotation' | 'edited' | 'pictureAt' | 'onText' | 'commands'
> {
  editing: boolean;
  onDone: () => void;
}

function Request(props: RequestProps) {
  const { annotation, editing, pictureAt, commands } = props;
  const quote = 'anchor' in annotation ? annotation.anchor.quote : annotation.selectionText;
  return (
    <div class="nga-thread-request">
      <Where annotation={annotation} commands={commands} />
      {quote && (
        <blockquote class="nga-quote" dir="auto">
          {quote}
        </blockquote>
      )}
      {annotation.kind === 'text' && annotation.replacementText && (
        <p class="nga-small" dir="auto">
          <span class="nga-muted">Now reads:</span> {annotation.replacementText}
        </p>
      )}
      <Who name="You" at={annotation.createdAt} />
      {editing ? (
        <Editor {...props} />
      ) : (
        <p class="nga-text" dir="auto">
          {annotation.annotationText}
        </p>
      )}
      {annotation.kind !== 'markdown' && (
        <Attached
          picture={annotation.screenshot === undefined ? null : pictureAt(annotation.screenshot)}
          lines={annotation.consoleErrors ?? []}
        />
      )}
    </div>
  );
}

function Where({ annotation, commands }: Pick<ThreadProps, 'annotation' | 'commands'>) {
  const path = sourceOf(annotation);
  if (annotation.kind === 'component' && annotation.targets?.length)
    return <Targets targets={[annotation, ...annotation.targets].map(nameAndPath)} />;
  return (
    <div class="nga-where">
      {path && <PathButton path={path} onCopy={(text) => commands.copyText(text, `Copied ${text}`)} />}
      {annotation.kind === 'component' && (
        <TreePath names={[...annotation.componentTreePath, annotation.componentName]} />
      )}
    </div>
  );
}

function nameAndPath(target: ComponentTarget): [name: string, path: string] {
  const { componentName, selector, sourceLocation, componentFilePath } = target;
  return [
    componentName === 'unknown' ? selector : componentName,
    sourceLocation ? fileLine(sourceLocation) : (knownPath(componentFilePath) ?? ''),
  ];
}

function Editor({ annotation, edited, onText, onDone, commands }: RequestProps) {
  const [text, setText] = useState(edited || annotation.annotationText);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field);
  const save = () => {
    if (text.trim() === '') return;
    if (text !== annotation.annotationText) commands.edit(annotation.id, text);
    onDone();
  };
  const type = (typed: string) => {
    setText(typed);
    onText(typed);
  };
  return (
    <>
      <Field fieldRef={field} label="What should change?" value={text} onText={type} onSubmit={save} />
      <div class="nga-actions">
        <Button look="primary" disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </>
  );
}

function Replies({ annotation: { replies }, pictureAt }: Pick<ThreadProps, 'annotation' | 'pictureAt'>) {
  if (replies.length === 0) return null;
  return (
    <ol class="nga-replies" aria-label="Replies">
      {replies.map(({ id, author, agentName, createdAt, message, screenshot }) => (
        <li key={id} class={`nga-reply nga-reply--${author}`}>
          <Who name={author === 'user' ? 'You' : (agentName ?? 'Agent')} at={createdAt} />
          <Markdown text={message} />
          <Attached picture={screenshot === undefined ? null : pictureAt(screenshot)} lines={[]} />
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
