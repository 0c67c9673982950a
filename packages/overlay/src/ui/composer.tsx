import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

import { type Addressee, placeToEdit } from '@annotate-mcp/core';

import type { InspectedTarget } from '../inspectors/inspection.ts';
import type { Box, Compose, Me } from '../state/state.ts';

import { StepList } from './attached.tsx';
import { Button, CloseButton, IconButton, Kbd } from './button.tsx';
import { InputChips } from './chip.tsx';
import { ComposerField } from './composer-field.tsx';
import {
  ComposerPictures,
  type ComposerPicturesProps,
  PictureButton,
  usePictureFiles,
} from './composer-pictures.tsx';
import { useBeside } from './follow.ts';
import { applyKey, isApplyKey, submitKey } from './key-label.ts';
import { NameLine } from './name-field.tsx';
import { PanelIcon, type PanelIconName } from './panel-icon.tsx';
import { Quote } from './quote.tsx';
import { PathButton, type TargetPath, Targets, TreePath } from './target-path.tsx';
import { knownPath, nameOfElement, nameOfTarget, otherPlaceOf, treeOf } from './target-words.ts';
import { fileLine } from './words.ts';

export interface ComposerProps {
  compose: Compose;
  /** The box of the target, which the composer is positioned beside; `null` docks it. */
  box: Box | null;
  /** A note that no agent is listening. */
  remark: string | null;
  /** What the person can do with the element itself. */
  trying?: ComponentChildren;
  onText: (text: string) => void;
  onAttach: (what: 'screenshot' | 'consoleErrors', on: boolean) => void;
  onSteps: (on: boolean) => void;
  pictures: ComposerPicturesProps;
  onPictures: (files: readonly File[]) => void;
  /** Whom an `@` offers. */
  mentionable: readonly Addressee[];
  me: Me;
  onName: (name: string) => void;
  onSend: (as: 'now' | 'batch') => void;
  /** Has what was tried written after the person has seen the diff; `null` for people who write no files. */
  onApply?: (() => void) | null;
  /** What was tried can be written as it is, so that a button offers it. */
  isApplicable?: boolean;
  onCopy: (text: string) => void;
  onClose: () => void;
}

export function Composer(props: ComposerProps) {
  const { compose, box, remark, onText, onPictures, onSend, onClose } = props;
  const { onApply = null, isApplicable = false } = props;
  const panel = useRef<HTMLDivElement>(null);
  const { target, text, wishes, sending, problem } = compose;
  const isPassage = target.kind === 'text';
  const extras = useId();
  const [isOpen, setOpen] = useState(false);
  useBeside(panel, box, isPassage);
  const pictureFiles = usePictureFiles(onPictures);
  const isReading = compose.pictures.some(({ picture }) => picture === null);
  const blocked = sending || isReading || (text.trim() === '' && wishes.length === 0);
  const send = (as: 'now' | 'batch') => {
    if (!blocked) onSend(as);
  };
  const applyByKey = (event: KeyboardEvent) => {
    // What was typed last may not be told yet, so the key does not ask whether it can be written.
    if (onApply === null || sending || isReading || !isApplyKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onApply();
  };
  return (
    <div
      onKeyDownCapture={applyByKey}
      class="nga-panel nga-surface"
      data-nga="composer"
      role="dialog"
      aria-label="New comment"
      ref={panel}
      {...pictureFiles}
    >
      <div class="nga-head">
        <Headline {...props} />
        <CloseButton onClick={onClose} />
      </div>
      <div class="nga-compose nga-body">
        <ComposerField
          // The selected text stays selected: its reader may want to copy it.
          takesFocus={!isPassage}
          value={text}
          mentionable={props.mentionable}
          onText={onText}
          onSubmit={() => send('now')}
        />
        <ComposedTarget {...props} />
        <Extras {...props} id={extras} isOpen={isOpen} />
        {problem ? (
          <p class="nga-problem nga-small" role="alert">
            {problem}
          </p>
        ) : (
          remark && <p class="nga-muted nga-small">{remark}</p>
        )}
      </div>
      <div class="nga-foot">
        <IconButton
          icon={<PanelIcon name="plus" size={14} />}
          label="More to send along, and where this is"
          class="nga-more"
          aria-expanded={isOpen}
          aria-controls={extras}
          onClick={() => setOpen(!isOpen)}
        />
        <Kbd>{submitKey}</Kbd>
        {isPassage && (
          <Button variant="quiet" data-nga="cancel" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button disabled={blocked} onClick={() => send('batch')}>
          Add to batch
        </Button>
        {onApply && isApplicable && (
          <Button
            data-nga="apply"
            title={`Shows the diff, and writes it when you say so (${applyKey})`}
            disabled={blocked}
            onClick={onApply}
          >
            Apply…
          </Button>
        )}
        <Button variant="primary" data-nga="save" disabled={blocked} onClick={() => send('now')}>
          {sending ? 'Sending…' : isPassage ? 'Save' : 'Send to agent'}
        </Button>
      </div>
    </div>
  );
}

/** What the comment is about, and where that is written, in one line. */
function Headline({ compose, onCopy }: Pick<ComposerProps, 'compose' | 'onCopy'>) {
  const place = placeOf(compose.target);
  return (
    <>
      <h2 dir="auto">{headline(compose)}</h2>
      {place && <PathButton {...place} onCopy={onCopy} />}
    </>
  );
}

/** The file and line of what is commented on, or where the page has it; `null` when that is several things or none. */
function placeOf(target: Compose['target']): Pick<TargetPath, 'path' | 'isFile'> | null {
  if (target.kind === 'text') {
    const { sourceLocation } = target.text;
    return sourceLocation ? { path: fileLine(sourceLocation), isFile: true } : null;
  }
  const [only, ...others] = pickedTargets(target);
  return only === undefined || others.length > 0 ? null : describeTarget(only);
}

/** What the headline has no room for: several targets, and the selected text. */
function ComposedTarget({ compose: { target } }: Pick<ComposerProps, 'compose'>) {
  const targets = pickedTargets(target);
  const selection =
    target.kind === 'picked' ? target.selectionText : target.kind === 'text' && target.text.anchor.quote;
  return (
    <>
      {targets.length > 1 && <Targets targets={targets.map(describeTarget)} />}
      {selection && <Quote text={selection} data-nga="quote" />}
    </>
  );
}

function pickedTargets(target: Compose['target']): InspectedTarget[] {
  return target.kind === 'picked' ? target.picked.map((each) => each.target) : [];
}

/** Everything besides the text. While it is closed, only what will be sent is shown. */
function Extras(props: ComposerProps & { id: string; isOpen: boolean }) {
  const { id, isOpen, compose, pictures, onPictures, onAttach, onSteps, me, onName } = props;
  const { consoleErrors, steps } = compose;
  const [target, ...others] = pickedTargets(compose.target);
  // The others of a team see the name; a person alone has it in the settings.
  const asksName = !me.local && me.name === null;
  return (
    <div id={id} class="nga-extras" data-open={isOpen ? '' : undefined}>
      <Attach icon="camera" on={pictures.screenshot} onChange={(on) => onAttach('screenshot', on)}>
        Screenshot
      </Attach>
      <Attach icon="terminal" on={consoleErrors} onChange={(on) => onAttach('consoleErrors', on)}>
        Console errors
      </Attach>
      <Attach icon="list" on={steps !== null} onChange={onSteps}>
        Steps before
      </Attach>
      <PictureButton onFiles={onPictures} />
      {props.trying}
      <ComposerPictures {...pictures} />
      {steps && <StepList steps={steps} />}
      {target?.kind === 'component' && others.length === 0 && (
        <div class="nga-target-facts">
          <AboutTarget target={target} onCopy={props.onCopy} />
        </div>
      )}
      {(asksName || isOpen) && <NameLine me={me} onName={onName} />}
    </div>
  );
}

type PickedComponent = Extract<InspectedTarget, { kind: 'component' }>;

function AboutTarget({ target, onCopy }: { target: PickedComponent; onCopy: (text: string) => void }) {
  const other = otherPlaceOf(target);
  return (
    <>
      {other && <PathButton {...other} isFile onCopy={onCopy} />}
      <TreePath names={treeOf(target)} />
      <InputChips inputs={target.inputs} />
    </>
  );
}

interface AttachProps {
  icon: PanelIconName;
  on: boolean;
  onChange: (on: boolean) => void;
  children: ComponentChildren;
}

function Attach({ icon, on, onChange, children }: AttachProps) {
  return (
    <Button
      icon={<PanelIcon name={on ? 'check' : icon} size={14} />}
      pressed={on}
      onClick={() => onChange(!on)}
    >
      {children}
    </Button>
  );
}

function headline({ target }: Compose): string {
  if (target.kind === 'text') return 'Selected text';
  const targets = pickedTargets(target);
  const [first] = targets;
  if (first === undefined) return 'Note on this page';
  return targets.length > 1 ? `${targets.length} elements` : nameOf(first);
}

function nameOf(target: InspectedTarget): string {
  return target.kind === 'component' ? nameOfTarget(target) : nameOfElement(target);
}

function describeTarget(target: InspectedTarget): TargetPath {
  return { name: nameOf(target), path: pathOf(target), isFile: fileOf(target) !== null };
}

function pathOf(target: InspectedTarget): string {
  return fileOf(target) ?? (target.kind === 'component' ? target.domPath : undefined) ?? target.selector;
}

function fileOf(target: InspectedTarget): string | null {
  const place = placeToEdit(target);
  if (place) return fileLine(place);
  return target.kind === 'component' ? knownPath(target.componentFilePath) : null;
}
