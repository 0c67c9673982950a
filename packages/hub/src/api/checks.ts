/** "Keep it so": a test is written from a comment, for pages on this machine. */
import { sendJson } from '@annotate-mcp/http';

import type { ApiCall, Endpoint } from './endpoint.ts';
import { requireLocal } from './require-local.ts';

export const checkEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: 'checks/:id', answer: offerCheck },
];

/** Reads nothing of the request. Whether the test is written, the person says on another page. */
async function offerCheck({ deps, response, speaker, name }: ApiCall): Promise<void> {
  requireLocal(speaker);
  await deps.checkOffer.offer(name, speaker);
  sendJson(response, 202, { offered: true });
}
