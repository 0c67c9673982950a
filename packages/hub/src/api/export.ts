import { annotationsToMarkdown } from '@annotate-mcp/core';

import { listAll } from '../pages.ts';

import type { Call, Endpoint } from './endpoint.ts';

export const exportEndpoints: readonly Endpoint[] = [{ method: 'GET', path: 'export', answer: exportAll }];

async function exportAll({ office, response, query }: Call): Promise<void> {
  const page = query.get('page');
  const annotations = await listAll(office.store, {
    appId: office.appId,
    ...(page !== null && { place: page }),
  });
  const bytes = Buffer.from(annotationsToMarkdown(annotations, office.now()));
  response.writeHead(200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}
