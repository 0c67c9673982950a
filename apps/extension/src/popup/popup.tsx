/** The popup: connect, see what is being driven, take it back, annotate the page in front. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { defaultPort } from '@annotate-mcp/browser-protocol';
import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import { Connect } from './connect.tsx';
import { Connected } from './connected.tsx';
import { changedWord, type PopupRequest, type PopupView } from './messages.ts';
import { styles } from './popup.css.ts';

function Popup() {
  const [view, setView] = useState<PopupView | null>(null);
  const ask = async (request: PopupRequest): Promise<void> => {
    setView(await chrome.runtime.sendMessage<PopupRequest, PopupView>(request));
  };
  useEffect(() => {
    void ask({ type: 'popup:look' });
    const listener = (word: unknown): void => {
      if (word === changedWord) void ask({ type: 'popup:look' });
    };
    chrome.runtime.onMessage.addListener(listener);
    return () => chrome.runtime.onMessage.removeListener(listener);
  }, []);
  if (view === null) return null;
  const { name } = view.state;
  return (
    <main>
      <h1>annotate-mcp</h1>
      {name === 'connected' ? (
        <Connected view={view} ask={ask} />
      ) : (
        <Connect view={view} ask={ask} defaultUrl={`http://127.0.0.1:${defaultPort}`} />
      )}
      {view.problem !== null && (
        <p class="problem" role="alert">
          {view.problem}
        </p>
      )}
    </main>
  );
}

const own = new CSSStyleSheet();
own.replaceSync(styles);
document.adoptedStyleSheets = [createStyleSheet(), createPanelStyleSheet(), own];
render(<Popup />, document.body);
