import { annotationsToMarkdown } from '@annotate-mcp/core';

import { listAll } from '../session-feed.ts';

import type { ApiCall, Endpoint } from './endpoint.ts';

export const exportEndpoints: readonly Endpoint[] = [{ method: 'GET', path: 'export', answer: exportAll }];

async function exportAll({ deps, response, query }: ApiCall): Promise<void> {
  const page = query.get('page');
  const annotations = await listAll(deps.store, {
    appId: deps.appId,
    ...(page !== null && { place: page }),
  });
  const bytes = Buffer.from(annotationsToMarkdown(annotations, deps.now()));
  response.writeHead(200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}
