import { useEffect, useState } from 'preact/hooks';

import type { ActivityEntry } from '../activity/entry.ts';

export interface TabActivityProps {
  /** Title of the tab, or its address. */
  readonly title: string;
  readonly url?: string;
  readonly agent: string;
  readonly entries: readonly ActivityEntry[];
  readonly action?: { readonly name: string; readonly onClick: () => void };
}

/** A tab with what an agent did there, the newest first. */
export function TabActivity({ title, url, agent, entries, action }: TabActivityProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? entries : entries.slice(0, fewEntries);
  return (
    <li class="tab">
      <div class="tab-head">
        <span class="name" title={url ?? title}>
          {title}
          {agent !== '' && <span class="muted agent">{agent}</span>}
        </span>
        {action !== undefined && (
          <button
            type="button"
            class="nga-btn"
            aria-label={`${action.name}: ${title}`}
            onClick={action.onClick}
          >
            {action.name}
          </button>
        )}
      </div>
      {shown.length > 0 && (
        <ul class="entries">
          {shown.map((entry) => (
            <Entry key={`${entry.at} ${entry.words}`} entry={entry} title={title} />
          ))}
        </ul>
      )}
      {entries.length > shown.length && (
        <button type="button" class="nga-btn nga-btn-quiet more" onClick={() => setOpen(true)}>
          {entries.length - shown.length} more
        </button>
      )}
    </li>
  );
}

const fewEntries = 4;

function Entry({ entry, title }: { readonly entry: ActivityEntry; readonly title: string }) {
  const { words, outcome, count, at, reason } = entry;
  const where = entry.title === '' || entry.title === title ? '' : ` on ${entry.title}`;
  return (
    <li class={outcome} title={reason === '' ? words + where : reason}>
      <span class="words">
        {words}
        {where}
        {outcome === 'failed' && <span class="muted">: {reason}</span>}
        {count > 1 && <span class="muted"> × {count}</span>}
      </span>
      <Ago at={at} />
    </li>
  );
}

/** "now", "10 s", "2 min". Drawn again every few seconds while the popup is open. */
function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time class="muted" dateTime={new Date(at).toISOString()}>
      {describeAge(Math.max(now, Date.now()) - at)}
    </time>
  );
}

function describeAge(ms: number): string {
  const seconds = Math.floor(ms / 5_000) * 5;
  if (seconds < 5) return 'now';
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}
