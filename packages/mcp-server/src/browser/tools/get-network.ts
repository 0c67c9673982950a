import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { since, sinceOf, tabId } from './fields.ts';
import { pageDerived } from './view.ts';

const defaultMaxChars = 20_000;

export const getNetwork = defineTool({
  name: 'browser_get_network',
  title: 'Read network requests',
  description:
    'Requests of a tab since it is driven, oldest first; pass last as after for the rest. With request_id: headers and bodies of that one (secrets masked).',
  input: () =>
    z.object({
      tab_id: tabId,
      find: z.string().min(1).optional().describe('In the address'),
      failed: z.boolean().optional().describe('Only what failed or has status 400 and above'),
      dataOnly: z.boolean().optional().describe('Without images, fonts, styles, scripts; true unless given'),
      after: z.int().min(0).optional(),
      since,
      limit: z.int().min(1).max(200).optional().describe('50 unless given'),
      request_id: z.string().min(1).optional(),
      maxChars: z
        .int()
        .min(200)
        .max(200_000)
        .optional()
        .describe(`Of a body; ${defaultMaxChars} unless given`),
    }),
  output: () => z.looseObject({}),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { tab_id, request_id, maxChars = defaultMaxChars } = input;
    if (request_id !== undefined) return getOneRequest(tab_id, request_id, maxChars, context);
    const { find, failed = false, dataOnly = true, after = 0, since: from, limit = 50 } = input;
    const { requests, last, more, dropped } = await context.ask('get_network', {
      tabId: tab_id,
      ...(find !== undefined && { find }),
      failed,
      dataOnly,
      after,
      ...sinceOf(from),
      limit,
    });
    return {
      requests: requests.map(({ seq: _, requestId, url, ...rest }) => ({
        request_id: requestId,
        url: cut(url, maxUrlChars),
        ...rest,
      })),
      last,
      ...(more > 0 && { more }),
      ...(dropped > 0 && { dropped }),
      pageDerived,
    };
  },
});

async function getOneRequest(tabId: number, requestId: string, maxChars: number, { ask }: BrowserContext) {
  const { request, totalChars, responseBody, ...rest } = await ask('get_request', {
    tabId,
    requestId,
    maxChars,
  });
  const { seq: _, requestId: __, ...facts } = request;
  const isCut = responseBody !== null && responseBody.length < totalChars;
  return {
    request_id: requestId,
    ...facts,
    ...rest,
    responseBody,
    ...(isCut && { cut: `${responseBody.length} of ${totalChars} characters; raise maxChars for more` }),
    pageDerived,
  };
}

const maxUrlChars = 500;

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
