import type { TabInfo } from '@annotate-mcp/browser-protocol';
import { Button } from '@annotate-mcp/overlay/ui';

import type { ActivityEntry } from '../activity/entry.ts';

import { AnnotateButton } from './annotate-button.tsx';
import type { PopupRequest, PopupState } from './messages.ts';
import { SearchPermissions } from './search-permissions.tsx';
import { Stopped, StopEverything } from './stop-everything.tsx';
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
