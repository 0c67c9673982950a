import { useEffect, useRef } from 'preact/hooks';

import { type ConsentView, inViewMessage, windowSearch } from './messages.ts';
import type { Question } from './question.ts';

/** For the page that shows questions: the first one, and what the page has to do about it. */
export function useQuestion(view: ConsentView | null): Question | null {
  const question = view?.questions[0] ?? null;
  const isAsked = question !== null;
  const wasAsked = useRef(false);
  useEffect(() => {
    const listener = (message: unknown, _: unknown, reply: (isInView: boolean) => void): boolean => {
      if (message === inViewMessage && document.visibilityState === 'visible') reply(true);
      return false;
    };
    chrome.runtime.onMessage.addListener(listener);
    return () => chrome.runtime.onMessage.removeListener(listener);
  }, []);
  useEffect(() => {
    // A window that was opened for questions is not needed without any.
    if (wasAsked.current && !isAsked && location.search === windowSearch) window.close();
    wasAsked.current ||= isAsked;
  }, [isAsked]);
  return question;
}
