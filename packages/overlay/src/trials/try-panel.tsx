/** The fields in which a person tries changes on one element, drawn again after each of them. Not part of the panels: loaded when it is first opened. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { IconButton } from '../ui/button.tsx';
import { PanelIcon } from '../ui/panel-icon.tsx';

import { isColour, printStyle, sideOf, stepStyle, type StyleGroup, toPickerColour } from './style-groups.ts';
import type { StyledElement } from './style-trial.ts';
import { Trial } from './trial.ts';
import type { Trials } from './trials.ts';

export interface TryPanelProps {
  trial: Trial;
  disabled: boolean;
  onSubmit: () => void;
  onApply: (() => void) | null;
}

/** `root` is the overlay's own. */
export function startTrial(element: StyledElement, trials: Trials, root: ShadowRoot): Trial {
  return new Trial(element, trials, root);
}

export function TryPanel({ trial, disabled, onSubmit, onApply }: TryPanelProps) {
  const { text } = trial;
  const apply = useRef(onApply);
  apply.current = onApply;
  useEffect(() => {
    if (disabled) return;
    return trial.editInPlace(({ shiftKey }) => {
      if (shiftKey && apply.current !== null) apply.current();
      else onSubmit();
    });
  }, [disabled]);
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <fieldset
      class="nga-try"
      aria-label="Try it here"
      data-nga="try"
      disabled={disabled}
      onKeyDown={submitByKey}
    >
      {text && (
        <label class="nga-try-row">
          <span>Text</span>
          <input
            class="nga-try-field nga-try-wide"
            dir="auto"
            data-nga="try-text"
            value={text.value}
            onInput={({ currentTarget }) => trial.setText(currentTarget.value)}
          />
        </label>
      )}
      {text?.isWhole && <p class="nga-muted nga-small">You can also type into the text in the page.</p>}
      {trial.groups.map((group) => (
        <StyleRow key={group.name} trial={trial} group={group} />
      ))}
    </fieldset>
  );
}

interface StyleRowProps {
  trial: Trial;
  group: StyleGroup;
}

/** One style: its value, the tokens of the page that it could have, and its parts. */
function StyleRow({ trial, group }: StyleRowProps) {
  const { label, parts, scale } = group;
  const values = parts.map((part) => trial.valueOf(part, group));
  const [first = ''] = values;
  const isMixed = values.some((value) => value !== first);
  const [isOpen, setOpen] = useState(isMixed);
  const changeAll = (value: string) => trial.set(group, parts, value);
  return (
    <>
      <div class="nga-try-row" data-nga={`try-${group.name}`}>
        <span aria-hidden="true">{label}</span>
        <div class="nga-try-value">
          {isColour(scale) && (
            <input
              type="color"
              class="nga-try-colour"
              aria-label={`${label}, choose`}
              value={toPickerColour(first)}
              onInput={({ currentTarget }) => changeAll(currentTarget.value)}
            />
          )}
          <ValueField label={label} value={isMixed ? '' : first} onValue={changeAll} />
          {parts.length > 1 && (
            <IconButton
              icon={<PanelIcon name="sliders" size={14} />}
              label={`${label}: each side`}
              pressed={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </div>
        <TokenSelect trial={trial} group={group} onValue={changeAll} />
      </div>
      {isOpen && parts.length > 1 && (
        <div class="nga-try-sides">
          {parts.map((part, index) => (
            <label key={part}>
              <span aria-hidden="true">{sideOf(part)}</span>
              <ValueField
                label={`${label} ${sideOf(part)}`}
                value={values[index] ?? ''}
                onValue={(value) => trial.set(group, [part], value)}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}

interface TokenSelectProps extends Pick<StyleRowProps, 'trial' | 'group'> {
  onValue: (value: string) => void;
}

/** More would be a list that no person reads. */
const mostTokens = 80;

function TokenSelect({ trial, group, onValue }: TokenSelectProps) {
  const tokens = trial.tokensFor(group).slice(0, mostTokens);
  if (tokens.length === 0) return <span />;
  const current = trial.tokenOf(group);
  return (
    <select
      class="nga-select nga-try-tokens"
      aria-label={`${group.label}: token`}
      value={current ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = tokens.find(({ name }) => name === currentTarget.value);
        if (chosen) onValue(chosen.value);
      }}
    >
      <option value="" disabled>
        no token
      </option>
      {tokens.map(({ name, value: resolved }) => (
        <option key={name} value={name}>
          {name} · {printStyle(resolved, group.scale)}
        </option>
      ))}
    </select>
  );
}

interface ValueFieldProps {
  label: string;
  /** Empty when the parts have several. */
  value: string;
  /** Returns whether that is a value. */
  onValue: (value: string) => boolean;
}

/** A value that is typed, or changed with the arrow keys. What is no value stays in the field and changes nothing. */
function ValueField({ label, value, onValue }: ValueFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(false);
  const keyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const next = stepStyle(event.currentTarget.value, event.key === 'ArrowUp' ? 1 : -1, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    if (!onValue(next)) return;
    setTyped(null);
    setInvalid(false);
  };
  return (
    <input
      class="nga-try-field"
      aria-label={label}
      aria-invalid={isInvalid}
      placeholder="mixed"
      autocomplete="off"
      spellcheck={false}
      value={typed ?? value}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setInvalid(!onValue(currentTarget.value));
      }}
      onBlur={() => {
        setTyped(null);
        setInvalid(false);
      }}
      onKeyDown={keyDown}
    />
  );
}
