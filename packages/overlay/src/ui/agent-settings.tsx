/** Settings about agents: being told what they did, and whether they go on while annotations are open. */
import { useEffect, useState } from 'preact/hooks';

export interface NotificationSettingProps {
  on: boolean;
  onChange: (on: boolean) => void;
}

/** The browser asks the person for its permission only after they have clicked here. */
export function NotificationSetting({ on, onChange }: NotificationSettingProps) {
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
export function StopHookSetting({ hub }: { hub: string }) {
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
