import { useEffect, useState } from 'preact/hooks';

import type { TabInfo } from '@annotate-mcp/browser-protocol';
import { Button, Kbd } from '@annotate-mcp/overlay/ui';

import type { ActivityEntry } from '../activity/entry.ts';

import type { PopupRequest, PopupState } from './messages.ts';
import { TabActivity } from './tab-activity.tsx';

export interface ConnectedProps {
  readonly state: PopupState;
  readonly ask: (request: PopupRequest) => Promise<void>;
}

export function Connected({ state, ask }: ConnectedProps) {
  const { socket, driven, takenBack, isStopped, stopKey } = state;
  if (socket.name !== 'connected') return null;
  return (
    <>
      <p role="status">
        <span class={isStopped ? 'dot away' : 'dot here'} /> Connected to{' '}
        <strong>{socket.annotate.projectName}</strong> <span class="muted">{socket.url}</span>
      </p>
      {isStopped && <Stopped ask={ask} />}
      <AnnotateButton annotated={state.annotated} ask={ask} />
      {!isStopped && (
        <Tabs
          title="Controlled by your agent"
          state={state}
          tabs={driven}
          action="Take back"
          onAction={(tabId) => void ask({ type: 'popup:take-back', tabId })}
        />
      )}
      {takenBack.length > 0 && (
        <Tabs
          title="Taken back"
          state={state}
          tabs={takenBack}
          action="Hand over"
          onAction={(tabId) => void ask({ type: 'popup:give', tabId })}
        />
      )}
      <Earlier state={state} />
      <SearchPermissions />
      <footer class="row">
        {!isStopped && <StopEverything ask={ask} stopKey={stopKey} />}
        <Button variant="quiet" onClick={() => void ask({ type: 'popup:disconnect' })}>
          Disconnect
        </Button>
      </footer>
    </>
  );
}

interface AnnotateButtonProps {
  /** Ids of the tabs that the person annotates. */
  readonly annotated: readonly number[];
  readonly ask: (request: PopupRequest) => Promise<void>;
}

/** Switches annotating on and off in the tab that the popup was opened over. */
function AnnotateButton({ annotated, ask }: AnnotateButtonProps) {
  const [tabId, setTabId] = useState<number | null>(null);
  useEffect(() => {
    void chrome.tabs
      .query({ active: true, lastFocusedWindow: true })
      .then(([tab]) => setTabId(tab?.id ?? null));
  }, []);
  if (tabId !== null && annotated.includes(tabId))
    return (
      <div class="row" role="status">
        <span class="name">
          <span class="dot here" /> Annotating this page
        </span>
        <Button onClick={() => void ask({ type: 'popup:stop-annotating', tabId })}>Stop annotating</Button>
      </div>
    );
  return (
    <Button
      variant="primary"
      icon="target"
      onClick={() => tabId !== null && void ask({ type: 'popup:annotate', tabId })}
    >
      Annotate this page
    </Button>
  );
}

interface StopProps {
  readonly ask: (request: PopupRequest) => Promise<void>;
}

/** Shown instead of everything that agents do, while they are stopped. */
function Stopped({ ask }: StopProps) {
  return (
    <section class="stopped" aria-label="Agents are stopped">
      <p role="status">
        <strong>All agents are stopped.</strong> Nothing in this browser is read or changed until you let them
        work again.
      </p>
      <Button variant="primary" onClick={() => void ask({ type: 'popup:resume' })}>
        Let agents work again
      </Button>
    </section>
  );
}

function StopEverything({ ask, stopKey }: StopProps & { readonly stopKey: string }) {
  return (
    <div class="row">
      <button type="button" class="nga-btn stop" onClick={() => void ask({ type: 'popup:stop' })}>
        Stop everything
      </button>
      {stopKey !== '' && <Kbd>{stopKey}</Kbd>}
    </div>
  );
}

interface TabsProps {
  readonly title: string;
  readonly state: PopupState;
  readonly tabs: readonly TabInfo[];
  readonly action: string;
  readonly onAction: (tabId: number) => void;
}

function Tabs({ title, state, tabs, action, onAction }: TabsProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {tabs.length === 0 && <p class="muted">No tab at the moment.</p>}
      <ul>
        {tabs.map(({ tabId, title: name, url }) => (
          <TabActivity
            key={tabId}
            title={name || url}
            url={url}
            agent={state.agents[tabId] ?? ''}
            entries={state.activity.filter((entry) => entry.tabId === tabId)}
            action={{ name: action, onClick: () => onAction(tabId) }}
          />
        ))}
      </ul>
    </section>
  );
}

/** What agents did in tabs that they no longer use, and what was about no tab. */
function Earlier({ state }: { readonly state: PopupState }) {
  const listed = state.isStopped ? state.takenBack : [...state.driven, ...state.takenBack];
  const ids = new Set(listed.map(({ tabId }) => tabId));
  const rest = state.activity.filter(({ tabId }) => tabId === null || !ids.has(tabId));
  if (rest.length === 0) return null;
  return (
    <section aria-label="Earlier">
      <h2>Earlier</h2>
      <ul>
        {[...Map.groupBy(rest, ({ tabId }) => tabId)].map(([tabId, entries]) => (
          <TabActivity
            key={tabId ?? 'none'}
            title={titleOf(tabId, entries)}
            agent={entries[0]?.agent ?? ''}
            entries={entries}
          />
        ))}
      </ul>
    </section>
  );
}

function titleOf(tabId: number | null, entries: readonly ActivityEntry[]): string {
  if (tabId === null) return 'The browser';
  return entries.find(({ title }) => title !== '')?.title ?? 'A closed tab';
}

const sources = [
  { permission: 'history', label: 'History' },
  { permission: 'bookmarks', label: 'Bookmarks' },
] as const;

type Source = (typeof sources)[number]['permission'];

/** Switches for what agents may search besides tabs. Chrome asks the person once more. */
function SearchPermissions() {
  const [given, setGiven] = useState<readonly string[]>([]);
  const look = async (): Promise<void> => {
    setGiven((await chrome.permissions.getAll()).permissions ?? []);
  };
  useEffect(() => void look(), []);
  const change = async (permission: Source, wanted: boolean): Promise<void> => {
    const permissions = [permission];
    if (wanted) await chrome.permissions.request({ permissions });
    else await chrome.permissions.remove({ permissions });
    await look();
  };
  return (
    <section aria-label="Agents may search">
      <h2>Agents may search</h2>
      {sources.map(({ permission, label }) => (
        <label key={permission} class="choice">
          <input
            type="checkbox"
            checked={given.includes(permission)}
            onChange={({ currentTarget }) =>
              // What Chrome did is shown afterwards, also when the person declined.
              void change(permission, currentTarget.checked).catch(look)
            }
          />
          {label}
        </label>
      ))}
    </section>
  );
}
