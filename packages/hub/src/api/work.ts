/** What pages on this machine may do about agents that were started here. Visitors may do none of it. */
import { HttpError, sendJson } from '@annotate-mcp/http';

import type { ApiCall, Endpoint } from './endpoint.ts';

export const workEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: 'work/offer', answer: offerWork },
  { method: 'GET', path: 'work/:id/:step/diffs', answer: sendDiffs },
];

/** Reads nothing of the request: which agent is started, and how, only the person decides. */
async function offerWork({ deps, response, speaker }: ApiCall): Promise<void> {
  requireLocal(speaker.local);
  if (deps.workOffer === null) {
    throw new HttpError(409, 'work/no-program', 'This server cannot start an agent.', {
      hint: 'Run npx annotate-mcp work in a terminal.',
    });
  }
  await deps.workOffer.offer();
  sendJson(response, 202, { offered: true });
}

async function sendDiffs({ deps, response, speaker, names }: ApiCall): Promise<void> {
  requireLocal(speaker.local);
  const [id = '', stepId = ''] = names;
  const work = (await deps.store.works.list()).find((each) => each.id === id);
  const step = work?.steps.find((each) => each.id === stepId);
  if (step === undefined) {
    throw new HttpError(404, 'work/unknown-step', `There is no step ${stepId} of work on ${id}.`, {
      hint: 'The program that started the agent may have ended. Look at the changes with git diff.',
    });
  }
  sendJson(response, 200, { diffs: step.diffs ?? [] });
}

function requireLocal(isLocal: boolean): void {
  if (isLocal) return;
  throw new HttpError(
    403,
    'work/not-local',
    'Agents are started and watched only on the machine they run on.',
    {
      hint: 'Ask the person at that machine.',
    },
  );
}
