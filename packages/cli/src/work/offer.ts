/** `annotate-mcp work --offer`: asks the person on the consent page which agent to start, and starts that one. */
import type { ConsentPage } from '@annotate-mcp/consent';
import { AnnotateError } from '@annotate-mcp/core';
import {
  askWhichAgent,
  type Available,
  type Choice,
  rememberChoice,
  rememberedChoice,
  type RunningWork,
} from '@annotate-mcp/work';

export interface OfferDeps {
  consent: ConsentPage;
  available: Available;
  root: string;
  start: (choice: Choice) => Promise<RunningWork>;
  signal: AbortSignal;
}

/** A question that no person answers must not stay for ever: the process that asks it was started by a page. */
const answerMs = 180_000;

/** `null` when the person does not want an agent, or does not answer. An agent that does not start is asked about again. */
export async function offerAgents({
  consent,
  available,
  root,
  start,
  signal,
}: OfferDeps): Promise<RunningWork | null> {
  let problem: string | undefined;
  for (;;) {
    const question = {
      available,
      remembered: rememberedChoice(root),
      ...(problem !== undefined && { problem }),
    };
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const ask: ConsentPage['ask'] = (asked, withdrawn) => consent.ask(asked, withdrawn);
    try {
      const choice = await askWhichAgent(ask, question, inTime);
      if (choice === null) return null;
      const running = await start(choice);
      rememberChoice(root, choice);
      return running;
    } catch (error) {
      // The store cannot be used: another agent would not help.
      if (!(error instanceof AnnotateError) || !error.code.startsWith('work/')) throw error;
      problem = `${error.message} ${error.hint}`;
    }
  }
}
