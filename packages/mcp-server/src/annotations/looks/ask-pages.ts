/** Puts a request to look at an element into the store, waits for the answers of pages, and takes the request back. */
import { type AskedPage, hasAnswered, type LookAnswer, type LookRequest } from '@annotate-mcp/core';

import type { AgentStore } from '../../agent-store.ts';

/** How long pages have to answer. After that the agent is told what is known. */
const answerMs = 2_000;
/** A page that has answered and that a person can see gets more time for the picture. */
const pictureMs = 6_000;

/** What the hubs knew when a page that a person sees had answered, when all pages had, or when the time was over. */
export async function askPages(
  store: Pick<AgentStore, 'lookRequests' | 'lookAnswers'>,
  request: LookRequest,
  signal: AbortSignal,
): Promise<LookAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  let answers: LookAnswer[] = [];
  const subscription = store.lookAnswers.subscribe({
    records: (all) => {
      answers = all.filter(({ requestId }) => requestId === request.id);
      if (isSettled(answers, request)) end();
    },
    error: reject,
  });
  const forAnswers = setTimeout(() => {
    if (!answers.some(({ pages }) => pages.some(isTakingPicture))) end();
  }, answerMs);
  const forPicture = setTimeout(end, pictureMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    await store.lookRequests.save(request);
    if (!signal.aborted) await promise;
    return answers;
  } finally {
    clearTimeout(forAnswers);
    clearTimeout(forPicture);
    signal.removeEventListener('abort', end);
    subscription.close();
    await store.lookRequests.remove(request.id);
  }
}

function isSettled(answers: readonly LookAnswer[], { sessionIds }: LookRequest): boolean {
  // A page that was reloaded is asked again.
  const pages = answers.flatMap((answer) => answer.pages).filter(({ gone }) => gone !== true);
  if (pages.some((page) => hasAnswered(page) && page.answer?.found === true && !page.answer.hidden)) {
    return true;
  }
  const visitors = answers.reduce((sum, answer) => sum + answer.visitors, 0);
  return pages.length + visitors >= sessionIds.length && pages.every(hasAnswered);
}

function isTakingPicture({ answer, gone }: AskedPage): boolean {
  return answer?.found === true && answer.pictureFollows === true && !answer.hidden && gone !== true;
}
