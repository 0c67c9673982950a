import { useRef, useState } from 'preact/hooks';

import {
  type Addressee,
  type Annotation,
  type ComponentTarget,
  linkTo,
  placeToEdit,
  withNewNames,
} from '@annotate-mcp/core';

import { Attached } from './attached.tsx';
import { type AuthorLink, AuthorLine } from './author-line.tsx';
import { type Authors, requestAuthor } from './authors.ts';
import { Button } from './button.tsx';
import { requestLabel } from './composer-field.tsx';
import { Field } from './field.tsx';
import { useFocus } from './focus.ts';
import { Quote } from './quote.tsx';
import { PathButton, type TargetPath, Targets, TreePath } from './target-path.tsx';
import { knownPath, nameOfTarget, otherPlaceOf, sourceOf, treeOf } from './target-words.ts';
import type { ThreadCommands } from './thread-actions.ts';
import { fileLine } from './words.ts';

export interface RequestProps {
  annotation: Annotation;
  authors: Authors;
  /** Whom a text names behind an `@`. */
  mentioned: (text: string) => Addressee[];
  editing: boolean;
  /** A changed text that is not saved yet; empty when there is none. */
  edited: string;
  onEdited: (text: string) => void;
  /** The editor was closed, with or without saving. */
  onDone: () => void;
  /** The address of the picture with this name. */
  pictureAt: (name: string) => string;
  commands: Pick<ThreadCommands, 'act' | 'copyText'>;
}

/** The first part of a thread: the target, and what its author asked for. */
export function Request(props: RequestProps) {
  const { annotation, authors, editing, pictureAt, commands } = props;
  const quote = 'anchor' in annotation ? annotation.anchor.quote : annotation.selectionText;
  return (
    <div class="nga-thread-request">
      <TargetLines annotation={annotation} commands={commands} />
      {quote && <Quote text={quote} />}
      {annotation.kind === 'text' && annotation.replacementText && (
        <p class="nga-small" dir="auto">
          <span class="nga-muted">Now reads:</span> {annotation.replacementText}
        </p>
      )}
      <AuthorLine
        author={requestAuthor(annotation, authors)}
        at={annotation.createdAt}
        link={linkOf(annotation, (link) => commands.copyText(link, 'A link to this comment was copied.'))}
      />
      {editing ? (
        <RequestEditor {...props} />
      ) : (
        <p class="nga-text" dir="auto">
          {withNewNames(
            annotation.annotationText,
            annotation.mentions ?? [],
            (id) => authors.people.get(id)?.name,
          )}
        </p>
      )}
      {annotation.kind !== 'markdown' && (
        <Attached
          screenshot={annotation.screenshot === undefined ? null : pictureAt(annotation.screenshot)}
          pictures={(annotation.pictures ?? []).map(pictureAt)}
          consoleErrors={annotation.consoleErrors ?? []}
          steps={annotation.steps ?? []}
        />
      )}
    </div>
  );
}

/** Only web addresses: the record may come from elsewhere. A draft has no link, because other browsers do not get it. */
function linkOf(annotation: Annotation, onCopy: AuthorLink['onCopy']): AuthorLink | null {
  const href = annotation.status === 'draft' ? null : linkTo(annotation);
  return href !== null && /^https?:/.test(href) ? { href, onCopy } : null;
}

function TargetLines({ annotation, commands }: Pick<RequestProps, 'annotation' | 'commands'>) {
  const path = sourceOf(annotation);
  if (annotation.kind === 'component' && annotation.targets?.length)
    return <Targets targets={[annotation, ...annotation.targets].map(nameAndPath)} />;
  const other = annotation.kind === 'component' ? otherPlaceOf(annotation) : null;
  const copy = (text: string) => commands.copyText(text, `Copied ${text}`);
  return (
    <div class="nga-where">
      {path && <PathButton path={path} isFile onCopy={copy} />}
      {other && <PathButton {...other} isFile onCopy={copy} />}
      {annotation.kind === 'component' && <TreePath names={treeOf(annotation)} />}
    </div>
  );
}

function nameAndPath(target: ComponentTarget): TargetPath {
  const { componentName, selector, componentFilePath, element } = target;
  const place = placeToEdit(target);
  return {
    name: element === undefined && componentName === 'unknown' ? selector : nameOfTarget(target),
    path: place ? fileLine(place) : (knownPath(componentFilePath) ?? ''),
    isFile: true,
  };
}

function RequestEditor({ annotation, edited, onEdited, onDone, mentioned, commands }: RequestProps) {
  const [text, setText] = useState(edited || annotation.annotationText);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field);
  const save = () => {
    if (text.trim() === '') return;
    if (text !== annotation.annotationText)
      commands.act(annotation.id, { type: 'edit', annotationText: text, mentions: mentioned(text) });
    onDone();
  };
  const changeText = (typed: string) => {
    setText(typed);
    onEdited(typed);
  };
  return (
    <>
      <Field fieldRef={field} label={requestLabel} value={text} onText={changeText} onSubmit={save} />
      <div class="nga-actions">
        <Button variant="primary" disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </>
  );
}
