import { useState } from 'preact/hooks';

import { stepStyle } from './style-value.ts';

export interface ValueFieldProps {
  label: string;
  /** Empty when the parts have several. */
  value: string;
  /** Returns whether that is a value. */
  onValue: (value: string) => boolean;
}

/** A value that is typed, or changed with the arrow keys. What is no value stays in the field and changes nothing. */
export function ValueField({ label, value, onValue }: ValueFieldProps) {
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
