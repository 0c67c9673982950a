import { type KeyCommand, keyCommands, type Theme } from '../state/config.ts';
import type { Corner, Me, Settings as Values } from '../state/state.ts';

import { NotificationSetting, StopHookSetting } from './agent-settings.tsx';
import { Kbd } from './button.tsx';
import { keyLabel } from './key-label.ts';
import { NameField } from './name-field.tsx';

export interface SettingsProps {
  settings: Values;
  onTheme: (theme: Theme) => void;
  onCorner: (corner: Corner) => void;
  onBadges: (hidden: boolean) => void;
  onNotifications: (on: boolean) => void;
  /** Base URL of the hub. */
  hub: string;
  me: Me;
  onName: (name: string) => void;
}

const themes: Readonly<Record<Theme, string>> = { auto: 'Like the system', light: 'Light', dark: 'Dark' };
const corners: Readonly<Record<Corner, string>> = {
  'bottom-right': 'Bottom right',
  'bottom-left': 'Bottom left',
  'top-right': 'Top right',
  'top-left': 'Top left',
};
const keyWords: Readonly<Record<KeyCommand, string>> = {
  inspect: 'Inspect',
  panel: 'List',
  copy: 'Copy as Markdown',
  pageNote: 'Note on the page',
  freeze: 'Freeze the page',
};

export function Settings(props: SettingsProps) {
  const { settings, onTheme, onCorner, onBadges, onNotifications, hub, me, onName } = props;
  return (
    <div class="nga-settings nga-surface" role="dialog" aria-label="Settings">
      <label>
        Your name
        <NameField me={me} onName={onName} />
      </label>
      <Choice label="Theme" options={themes} value={settings.theme} onChange={onTheme} />
      <Choice label="Launcher" options={corners} value={settings.corner} onChange={onCorner} />
      <label>
        Badges on the page
        <input
          type="checkbox"
          checked={!settings.hideBadges}
          onChange={(event) => onBadges(!event.currentTarget.checked)}
        />
      </label>
      <NotificationSetting on={settings.notifications} onChange={onNotifications} />
      <StopHookSetting hub={hub} />
      <dl>
        {keyCommands.map((command) => (
          <div key={command}>
            <dt>{keyWords[command]}</dt>
            <dd>
              <Kbd>{keyLabel(settings.keys[command] ?? 'off')}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <label>
      {label}
      <Select options={options} value={value} onChange={onChange} />
    </label>
  );
}

export function Select<T extends string>({
  options,
  value,
  label,
  onChange,
  tabIndex,
}: Omit<ChoiceProps<T>, 'label'> & { label?: string; tabIndex?: number }) {
  const names = Object.keys(options) as T[];
  return (
    <select
      class="nga-select"
      aria-label={label}
      tabIndex={tabIndex}
      value={value}
      onChange={(event) => {
        const chosen = names[event.currentTarget.selectedIndex];
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {options[name]}
        </option>
      ))}
    </select>
  );
}
