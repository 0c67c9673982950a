import { useRef } from 'preact/hooks';

import type { InspectedTarget } from '../inspectors/inspection.ts';
import type { Box, Compose } from '../state/state.ts';

import { knownPath } from './about.ts';
import { Button, CloseButton, Kbd } from './button.tsx';
import { InputChips } from './chip.tsx';
import { Field } from './field.tsx';
import { useFocus } from './focus.ts';
import { useBeside } from './follow.ts';
import { fileLine, shortPath, submitKey } from './words.ts';

export interface ComposerProps {
  compose: Compose;
  /** What it is about, to stand beside; `null` docks it. */
  box: Box | null;
  /** Said when nobody would hear it now. */
  remark: string | null;
  onText: (text: string) => void;
  onAttach: (what: 'screenshot' | 'consoleErrors', on: boolean) => void;
  onSend: (as: 'now' | 'batch') => void;
  onCopy: (text: string) => void;
  onClose: () => void;
}

export function Composer({ compose, box, remark, onText, onAttach, onSend, onCopy, onClose }: ComposerProps) {
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { subject, text, sending, problem } = compose;
  const passage = subject.kind === 'text' ? subject.text : null;
  useBeside(panel, box, passage !== null);
  // What is selected stays selected: it may have been selected to be copied.
  useFocus(field, passage === null);
  const targets = subject.kind === 'picked' ? subject.picked.map(({ target }) => target) : [];
  const selection = subject.kind === 'picked' ? subject.selectionText : passage?.anchor.quote;
  const [target] = targets;
  const blocked = sending || text.trim() === '';
  const send = (as: 'now' | 'batch') => {
    if (!blocked) onSend(as);
  };
  return (
    <div
      class="nga-panel nga-surface"
      data-nga="composer"
      role="dialog"
      aria-label="New annotation"
      ref={panel}
    >
      <div class="nga-head">
        <h2>{passage ? 'Selected text' : headline(targets)}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <div class="nga-compose nga-body">
        {targets.length === 1 && target && <Context target={target} onCopy={onCopy} />}
        {targets.length > 1 && <Targets targets={targets.map((one) => [nameOf(one), pathOf(one)])} />}
        {passage?.sourceLocation && <PathButton path={fileLine(passage.sourceLocation)} onCopy={onCopy} />}
        {selection && (
          <blockquote class="nga-quote" data-nga="quote" dir="auto">
            {selection}
          </blockquote>
        )}
        <Field
          fieldRef={field}
          data-nga="composer-text"
          label="What should change?"
          placeholder="What should change?"
          rows={3}
          value={text}
          onText={onText}
          onSubmit={() => send('now')}
        />
        <div class="nga-attach">
          <Attach what="screenshot" compose={compose} onAttach={onAttach} />
          <Attach what="consoleErrors" compose={compose} onAttach={onAttach} />
        </div>
        {problem ? (
          <p class="nga-problem nga-small" role="alert">
            {problem}
          </p>
        ) : (
          remark && <p class="nga-muted nga-small">{remark}</p>
        )}
      </div>
      <div class="nga-foot">
        <Kbd>{submitKey} sends</Kbd>
        {passage && (
          <Button look="quiet" data-nga="cancel" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button disabled={blocked} onClick={() => send('batch')}>
          Add to batch
        </Button>
        <Button look="primary" data-nga="save" disabled={blocked} onClick={() => send('now')}>
          {sending ? 'Sending…' : passage ? 'Save' : 'Send to agent'}
        </Button>
      </div>
    </div>
  );
}

/** Where it is written; a click copies it. */
export function PathButton({ path, onCopy }: { path: string; onCopy: (text: string) => void }) {
  return (
    <button type="button" class="nga-path" title={`Copy ${path}`} onClick={() => onCopy(path)}>
      <PathParts path={path} />
    </button>
  );
}

/** Where there is little room, the folders are cut and the file stays. */
function PathParts({ path }: { path: string }) {
  const file = shortPath(path);
  return (
    <>
      <span>{path.slice(0, path.length - file.length)}</span>
      <b>{file}</b>
    </>
  );
}

export function TreePath({ names }: { names: readonly string[] }) {
  return names.length > 0 ? <p class="nga-tree-path">{names.join(' › ')}</p> : null;
}

function Context({ target, onCopy }: { target: InspectedTarget; onCopy: (text: string) => void }) {
  const tree = target.kind === 'component' ? [...target.componentTreePath, target.componentName] : [];
  return (
    <>
      <div class="nga-where">
        <PathButton path={pathOf(target)} onCopy={onCopy} />
        <TreePath names={tree} />
      </div>
      {target.kind === 'component' && <InputChips inputs={target.inputs} />}
    </>
  );
}

/** Each thing it is about, by its name and where that is written. */
export function Targets({ targets }: { targets: readonly (readonly [name: string, path: string])[] }) {
  return (
    <ol class="nga-targets" aria-label="What it is about">
      {targets.map(([name, path], at) => (
        <li key={at}>
          <b>{name}</b>
          <span class="nga-path" title={path}>
            <PathParts path={path} />
          </span>
        </li>
      ))}
    </ol>
  );
}

const attachments = {
  screenshot: { icon: 'camera', word: 'Screenshot' },
  consoleErrors: { icon: 'terminal', word: 'Console errors' },
} as const;

interface AttachProps extends Pick<ComposerProps, 'compose' | 'onAttach'> {
  what: keyof typeof attachments;
}

function Attach({ what, compose, onAttach }: AttachProps) {
  const { icon, word } = attachments[what];
  const on = compose[what];
  return (
    <Button icon={on ? 'check' : icon} pressed={on} onClick={() => onAttach(what, !on)}>
      {word}
    </Button>
  );
}

function headline(targets: readonly InspectedTarget[]): string {
  const [target] = targets;
  if (target === undefined) return 'Note on this page';
  return targets.length > 1 ? `${targets.length} elements` : nameOf(target);
}

function nameOf(target: InspectedTarget): string {
  return target.kind === 'component' ? target.componentName : target.description;
}

function pathOf(target: InspectedTarget): string {
  if (target.sourceLocation) return fileLine(target.sourceLocation);
  const file = target.kind === 'component' ? knownPath(target.componentFilePath) : null;
  return file ?? target.selector;
}
