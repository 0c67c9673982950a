/** What a page of the extension knows about consent, kept up to date by the service worker. */
import { useEffect, useState } from 'preact/hooks';

import { consentChanged, type ConsentRequest, type ConsentView } from './messages.ts';

export type AskConsent = (request: ConsentRequest) => Promise<void>;

/** `null` until the worker has answered. */
export function useConsent(): { view: ConsentView | null; ask: AskConsent } {
  const [view, setView] = useState<ConsentView | null>(null);
  const ask: AskConsent = async (request) => {
    setView(await chrome.runtime.sendMessage<ConsentRequest, ConsentView>(request));
  };
  useEffect(() => {
    const look = (): void => void ask({ type: 'consent:look' });
    const listener = (message: unknown): void => {
      if (message === consentChanged) look();
    };
    look();
    chrome.runtime.onMessage.addListener(listener);
    return () => chrome.runtime.onMessage.removeListener(listener);
  }, []);
  return { view, ask };
}
