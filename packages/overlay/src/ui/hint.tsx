import type { ComponentChildren, RefObject } from 'preact';

import { Kbd } from './button.tsx';

export interface HintProps {
  /** What the person can do now. */
  text: string;
  /** Keys and what they do: `['Esc', 'done']`. */
  keys: readonly (readonly [key: string, does: string])[];
  /** Buttons beside it. */
  children?: ComponentChildren;
  box?: RefObject<HTMLDivElement | null>;
}

export function Hint({ text, keys, children, box }: HintProps) {
  return (
    <div class="nga-hint nga-surface" {...(box && { ref: box })}>
      <b role="status">{text}</b>
      {keys.map(([key, does]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
      {children}
    </div>
  );
}
