/** The fields in which a person tries changes on one element, drawn again after each of them. Not part of the panels: loaded when it is first opened. */
import { useEffect } from 'preact/hooks';

import { StyleRow } from './style-row.tsx';
import type { StyledElement } from './style-trial.ts';
import { Trial } from './trial.ts';
import type { Trials } from './trials.ts';

export interface TryPanelProps {
  trial: Trial;
  disabled: boolean;
  onSubmit: () => void;
}

/** `root` is the overlay's own. */
export function startTrial(element: StyledElement, trials: Trials, root: ShadowRoot): Trial {
  return new Trial(element, trials, root);
}

export function TryPanel({ trial, disabled, onSubmit }: TryPanelProps) {
  const { text } = trial;
  useEffect(() => (disabled ? undefined : trial.editInPlace(onSubmit)), [disabled]);
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
