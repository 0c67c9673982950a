import type { LookRequest } from '@annotate-mcp/core';

import type { AnswerDeps } from './answer-look.ts';

/** Loads the code with the first request of an agent, because most pages get none. */
export async function answerLazily(request: LookRequest, deps: AnswerDeps): Promise<void> {
  try {
    await (await import('./answer-look.ts')).answerLook(request, deps);
  } catch {
    // The dev server has stopped, or the element left the page meanwhile: the agent is told that no answer came.
  }
}
