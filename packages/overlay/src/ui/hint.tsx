import { Kbd } from './button.tsx';

export interface HintProps {
  /** What the person can do now. */
  text: string;
  /** Keys and what they do: `['Esc', 'done']`. */
  keys: readonly (readonly [key: string, does: string])[];
}

export function Hint({ text, keys }: HintProps) {
  return (
    <div class="nga-hint nga-surface" role="status">
      <b>{text}</b>
      {keys.map(([key, does]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
    </div>
  );
}
