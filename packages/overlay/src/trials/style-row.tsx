import { useState } from 'preact/hooks';

import { IconButton } from '../ui/button.tsx';
import { PanelIcon } from '../ui/panel-icon.tsx';

import { isColour, sideOf, type StyleGroup } from './style-groups.ts';
import { printStyle, toPickerColour } from './style-value.ts';
import type { Trial } from './trial.ts';
import { ValueField } from './value-field.tsx';

export interface StyleRowProps {
  trial: Trial;
  group: StyleGroup;
}

/** One style: its value, the tokens of the page that it could have, and its parts. */
export function StyleRow({ trial, group }: StyleRowProps) {
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
