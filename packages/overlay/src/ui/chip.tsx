import type { JsonValue } from '@annotate-mcp/core';

import { Icon } from './icon.tsx';
import { glyphs, type Sign } from './words.ts';

export function StatusChip({ sign, word }: { sign: Sign; word: string }) {
  return (
    <span class={`nga-chip nga-status nga-status--${sign}`}>
      <Glyph sign={sign} />
      {word}
    </span>
  );
}

/** The status as a small filled circle, the same one a badge has. */
export function Glyph({ sign }: { sign: Sign }) {
  return (
    <span class={`nga-glyph nga-glyph--${sign}`} aria-hidden="true">
      <Icon name={glyphs[sign]} size={12} />
    </span>
  );
}

const shown = 5;

/** What the component was given: five at most, and how many more there are. */
export function InputChips({ inputs }: { inputs: Readonly<Record<string, JsonValue>> }) {
  const entries = Object.entries(inputs);
  if (entries.length === 0) return null;
  const rest = entries.slice(shown);
  return (
    <div class="nga-chips" role="group" aria-label="Inputs">
      {entries.slice(0, shown).map(([name, value]) => (
        <span key={name} class="nga-chip nga-input-chip" title={`${name}: ${printed(value)}`}>
          <b>{name}</b>
          <span>{printed(value)}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span class="nga-chip nga-muted" dir="ltr" title={rest.map(([name]) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </div>
  );
}

function printed(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
