/** The popup: connects to a server, lists the tabs that an agent controls, and starts to annotate the current page. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { defaultPort } from '@annotate-mcp/browser-protocol';
import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import { ConsentBar } from '../consent/consent-bar.tsx';
import consentCss from '../consent/consent.css?inline';
import { QuestionView } from '../consent/question-view.tsx';
import { useConsent } from '../consent/use-consent.ts';
import { useQuestion } from '../consent/use-question.ts';

import { Connect } from './connect.tsx';
import { Connected } from './connected.tsx';
import { changedMessage, type PopupRequest, type PopupState } from './messages.ts';
import popupCss from './popup.css?inline';

function Popup() {
  const { view: consent, ask: askConsent } = useConsent();
  const [state, setState] = useState<PopupState | null>(null);
  const ask = async (request: PopupRequest): Promise<void> => {
    setState(await chrome.runtime.sendMessage<PopupRequest, PopupState>(request));
  };
  useEffect(() => {
    // The state is shown at once; looking for a server may take a moment.
    void ask({ type: 'popup:look' }).then(() => ask({ type: 'popup:open' }));
    const listener = (message: unknown): void => {
      if (message === changedMessage) void ask({ type: 'popup:look' });
    };
    chrome.runtime.onMessage.addListener(listener);
    return () => chrome.runtime.onMessage.removeListener(listener);
  }, []);
  const question = useQuestion(consent);
  if (state === null || consent === null) return null;
  if (question !== null) {
    return (
      <main>
        <QuestionView
          key={question.id}
          question={question}
          more={consent.questions.length - 1}
          onAnswer={(answer, permission) =>
            void askConsent({ type: 'consent:answer', id: question.id, answer, permission })
          }
        />
      </main>
    );
  }
  return (
    <main>
      <h1>annotate-mcp</h1>
      {state.socket.name === 'connected' ? (
        <Connected state={state} ask={ask} />
      ) : (
        <Connect
          socket={state.socket}
          offer={state.offer}
          ask={ask}
          defaultUrl={`http://127.0.0.1:${defaultPort}`}
        />
      )}
      {state.problem !== null && (
        <p class="problem" role="alert">
          {state.problem}
        </p>
      )}
      <ConsentBar view={consent} ask={askConsent} />
    </main>
  );
}

const own = new CSSStyleSheet();
own.replaceSync(popupCss + consentCss);
document.adoptedStyleSheets = [createStyleSheet(), createPanelStyleSheet(), own];
render(<Popup />, document.body);
