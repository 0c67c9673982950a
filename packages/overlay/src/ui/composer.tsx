import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import { type Addressee, placeToEdit } from '@annotate-mcp/core';

import type { InspectedTarget } from '../inspectors/inspection.ts';
import type { Box, Compose, Me } from '../state/state.ts';

import { StepList } from './attached.tsx';
import { Button, CloseButton, Kbd } from './button.tsx';
import { InputChips } from './chip.tsx';
import { ComposerField } from './composer-field.tsx';
import {
  ComposerPictures,
  type ComposerPicturesProps,
  PictureButton,
  usePictureFiles,
} from './composer-pictures.tsx';
import { useBeside } from './follow.ts';
import { submitKey } from './key-label.ts';
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
  onCopy: (text: string) => void;
  onClose: () => void;
}

export function Composer(props: ComposerProps) {
  const { compose, box, remark, onText, onPictures, onSend, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const { target, text, wishes, sending, problem } = compose;
  const isPassage = target.kind === 'text';
  useBeside(panel, box, isPassage);
  const pictureFiles = usePictureFiles(onPictures);
  const isReading = compose.pictures.some(({ picture }) => picture === null);
  const blocked = sending || isReading || (text.trim() === '' && wishes.length === 0);
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
      {...pictureFiles}
    >
      <div class="nga-head">
        <h2 dir="auto">{headline(compose)}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <div class="nga-compose nga-body">
        <ComposedTarget {...props} />
        <ComposerField
          // The selected text stays selected: its reader may want to copy it.
          takesFocus={!isPassage}
          value={text}
          mentionable={props.mentionable}
          onText={onText}
          onSubmit={() => send('now')}
        />
        <Attachments {...props} />
        {props.trying}
        <NameLine me={props.me} onName={props.onName} />
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
        {isPassage && (
          <Button variant="quiet" data-nga="cancel" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button disabled={blocked} onClick={() => send('batch')}>
          Add to batch
        </Button>
        <Button variant="primary" data-nga="save" disabled={blocked} onClick={() => send('now')}>
          {sending ? 'Sending…' : isPassage ? 'Save' : 'Send to agent'}
        </Button>
      </div>
    </div>
  );
}

/** What the annotation will be about: targets with their source, and the selected text. */
function ComposedTarget({ compose: { target }, onCopy }: Pick<ComposerProps, 'compose' | 'onCopy'>) {
  const passage = target.kind === 'text' ? target.text : null;
  const targets = pickedTargets(target);
  const selection = target.kind === 'picked' ? target.selectionText : passage?.anchor.quote;
  const [first] = targets;
  return (
    <>
      {targets.length === 1 && first && <Context target={first} onCopy={onCopy} />}
      {targets.length > 1 && <Targets targets={targets.map(describeTarget)} />}
      {passage?.sourceLocation && (
        <PathButton path={fileLine(passage.sourceLocation)} isFile onCopy={onCopy} />
      )}
      {selection && <Quote text={selection} data-nga="quote" />}
    </>
  );
}

function pickedTargets(target: Compose['target']): InspectedTarget[] {
  return target.kind === 'picked' ? target.picked.map((each) => each.target) : [];
}

function Context({ target, onCopy }: { target: InspectedTarget; onCopy: (text: string) => void }) {
  const tree = target.kind === 'component' ? treeOf(target) : [];
  const other = target.kind === 'component' ? otherPlaceOf(target) : null;
  return (
    <>
      <div class="nga-where">
        <PathButton path={pathOf(target)} isFile={fileOf(target) !== null} onCopy={onCopy} />
        {other && <PathButton {...other} isFile onCopy={onCopy} />}
        <TreePath names={tree} />
      </div>
      {target.kind === 'component' && <InputChips inputs={target.inputs} />}
    </>
  );
}

function Attachments({ compose, pictures, onPictures, onAttach, onSteps }: ComposerProps) {
  const { consoleErrors, steps } = compose;
  const { screenshot } = pictures;
  return (
    <>
      <div class="nga-attach">
        <Attach icon="camera" on={screenshot} onChange={(on) => onAttach('screenshot', on)}>
          Screenshot
        </Attach>
        <Attach icon="terminal" on={consoleErrors} onChange={(on) => onAttach('consoleErrors', on)}>
          Console errors
        </Attach>
        <Attach icon="list" on={steps !== null} onChange={onSteps}>
          Steps before
        </Attach>
        <PictureButton onFiles={onPictures} />
      </div>
      <ComposerPictures {...pictures} />
      {steps && <StepList steps={steps} />}
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
