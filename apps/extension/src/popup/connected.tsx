import type { TabInfo } from '@annotate-mcp/browser-protocol';
import { Button } from '@annotate-mcp/overlay/ui';

import { AnnotateButton } from './annotate-button.tsx';
import type { PopupRequest, PopupState } from './messages.ts';

export interface ConnectedProps {
  readonly state: PopupState;
  readonly ask: (request: PopupRequest) => Promise<void>;
}

export function Connected({ state, ask }: ConnectedProps) {
  const { socket, driven, takenBack } = state;
  if (socket.name !== 'connected') return null;
  return (
    <>
      <p role="status">
        <span class="dot here" /> Connected to <strong>{socket.annotate.projectName}</strong>{' '}
        <span class="muted">{socket.url}</span>
      </p>
      <AnnotateButton annotated={state.annotated} ask={ask} />
      <Tabs
        title="Controlled by your agent"
        empty="No tab."
        tabs={driven}
        action="Take back"
        onAction={(tabId) => void ask({ type: 'popup:take-back', tabId })}
      />
      {takenBack.length > 0 && (
        <Tabs
          title="Taken back"
          empty=""
          tabs={takenBack}
          action="Hand over"
          onAction={(tabId) => void ask({ type: 'popup:give', tabId })}
        />
      )}
      <Button look="quiet" onClick={() => void ask({ type: 'popup:disconnect' })}>
        Disconnect
      </Button>
    </>
  );
}

interface TabsProps {
  readonly title: string;
  readonly empty: string;
  readonly tabs: readonly TabInfo[];
  readonly action: string;
  readonly onAction: (tabId: number) => void;
}

function Tabs({ title, empty, tabs, action, onAction }: TabsProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {tabs.length === 0 && <p class="muted">{empty}</p>}
      <ul>
        {tabs.map(({ tabId, title: name, url }) => (
          <li key={tabId}>
            <span class="name" title={url}>
              {name || url}
            </span>
            <button
              type="button"
              class="nga-btn nga-btn-quiet"
              aria-label={`${action}: ${name || url}`}
              onClick={() => onAction(tabId)}
            >
              {action}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
