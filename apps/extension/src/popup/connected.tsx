import type { TabInfo } from '@annotate-mcp/browser-protocol';
import { Button } from '@annotate-mcp/overlay/ui';

import type { PopupRequest, PopupView } from './messages.ts';

export interface ConnectedProps {
  readonly view: PopupView;
  readonly ask: (request: PopupRequest) => Promise<void>;
}

export function Connected({ view, ask }: ConnectedProps) {
  const { state, driven, withheld } = view;
  if (state.name !== 'connected') return null;
  return (
    <>
      <p role="status">
        <span class="dot here" /> Connected to <strong>{state.annotate.projectName}</strong>{' '}
        <span class="muted">{state.url}</span>
      </p>
      <Button look="primary" icon="target" onClick={() => void annotateHere(ask)}>
        Annotate this page
      </Button>
      <Tabs
        title="Driven by your agent"
        empty="No tab. Nothing runs where no agent asked for it."
        tabs={driven}
        word="Take back"
        act={(tabId) => void ask({ type: 'popup:take-back', tabId })}
      />
      {withheld.length > 0 && (
        <Tabs
          title="Taken back"
          empty=""
          tabs={withheld}
          word="Hand over"
          act={(tabId) => void ask({ type: 'popup:give', tabId })}
        />
      )}
      <Button look="quiet" onClick={() => void ask({ type: 'popup:disconnect' })}>
        Disconnect
      </Button>
    </>
  );
}

async function annotateHere(ask: ConnectedProps['ask']): Promise<void> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab?.id !== undefined) await ask({ type: 'popup:annotate', tabId: tab.id });
}

interface TabsProps {
  readonly title: string;
  readonly empty: string;
  readonly tabs: readonly TabInfo[];
  readonly word: string;
  readonly act: (tabId: number) => void;
}

function Tabs({ title, empty, tabs, word, act }: TabsProps) {
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
              aria-label={`${word}: ${name || url}`}
              onClick={() => act(tabId)}
            >
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
