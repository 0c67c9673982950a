import { useEffect, useState } from 'preact/hooks';

import { type KeyCommand, keyCommands, type Theme } from '../state/config.ts';
import type { Corner, Me, Settings as Values } from '../state/state.ts';

import { Kbd } from './button.tsx';
import { keyLabel } from './key-label.ts';
import { NameField } from './name-field.tsx';

interface SettingsProps {
  settings: Values;
  onTheme: (theme: Theme) => void;
  onCorner: (corner: Corner) => void;
  onBadges: (hidden: boolean) => void;
  onNotifications: (on: boolean) => void;
  /** Whether agents may read what the person types into fields of the page. */
  showsTyped: boolean;
  onTyped: (isShown: boolean) => void;
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
  const { showsTyped, onTyped } = props;
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
      <TypedSetting on={showsTyped} onChange={onTyped} />
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

interface SwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Counts from the next look of an agent. */
function TypedSetting({ on, onChange }: SwitchProps) {
  const [isShown, show] = useState(on);
  const change = (wanted: boolean) => {
    onChange(wanted);
    show(wanted);
  };
  return (
    <label>
      Agents may read what you type on the page
      <input
        type="checkbox"
        checked={isShown}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    </label>
  );
}

/** The browser asks the person for its permission only after they have clicked here. */
function NotificationSetting({ on, onChange }: SwitchProps) {
  const [isBlocked, setBlocked] = useState(() => readPermission() === 'denied');
  const [isAsking, setAsking] = useState(false);
  if (readPermission() === null) return null;
  const change = async (wanted: boolean) => {
    setAsking(true);
    const permission = wanted ? await Notification.requestPermission() : readPermission();
    setAsking(false);
    setBlocked(permission === 'denied');
    onChange(wanted && permission === 'granted');
  };
  return (
    <>
      <label>
        Desktop notifications
        <input
          type="checkbox"
          checked={on && !isBlocked}
          disabled={isAsking}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </label>
      {isBlocked && (
        <p class="nga-muted">Your browser blocks notifications here. Allow them beside the address.</p>
      )}
    </>
  );
}

/** `null` where the page has no notifications. */
function readPermission(): NotificationPermission | null {
  return 'Notification' in window ? Notification.permission : null;
}

/** Shown where the dev server says that the person may decide it: on its own machine. */
function StopHookSetting({ hub }: { hub: string }) {
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    let isGone = false;
    void askStopHook(hub).then((state) => {
      if (!isGone) setOn(state);
    });
    return () => {
      isGone = true;
    };
  }, [hub]);
  if (on === null) return null;
  return (
    <label title="The stop hook of the Claude Code plugin sends the agent on while comments are open.">
      Agent goes on while comments are open
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          const wanted = event.currentTarget.checked;
          void askStopHook(hub, wanted).then((state) => setOn(state ?? !wanted));
        }}
      />
    </label>
  );
}

/** Changes it if `on` is given. `null` when the dev server does not answer, or refuses. */
async function askStopHook(hub: string, on?: boolean): Promise<boolean | null> {
  const change: RequestInit =
    on === undefined
      ? {}
      : { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ on }) };
  try {
    const response = await fetch(`${hub}/api/stop-hook`, change);
    const state: unknown = response.ok ? await response.json() : null;
    return typeof state === 'object' && state !== null && 'on' in state && typeof state.on === 'boolean'
      ? state.on
      : null;
  } catch {
    // The dev server is not running, so there is nothing to decide.
    return null;
  }
}
