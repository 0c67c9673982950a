import { annotationsToMarkdown, code, openStatuses } from '@annotate-mcp/core';

import { listAll } from '../sync-reader.ts';

import { parseFilter } from './annotations.ts';
import type { ApiCall, Endpoint } from './endpoint.ts';
import { nearestPages } from './nearest-pages.ts';

export const exportEndpoints: readonly Endpoint[] = [{ method: 'GET', path: 'export', answer: exportAll }];

async function exportAll({ deps, response, query }: ApiCall): Promise<void> {
  const { page, status = openStatuses } = parseFilter(query);
  const annotations = await listAll(deps.store, {
    appId: deps.appId,
    origin: 'own',
    status,
    ...(page !== undefined && { place: page }),
  });
  const nearest = annotations.length === 0 && page !== undefined ? await nearestPages(deps, page) : null;
  const remark = nearest === null ? '' : describeNearest(nearest);
  const bytes = Buffer.from(annotationsToMarkdown(annotations, deps.now()) + remark);
  response.writeHead(200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}

function describeNearest(pages: readonly string[]): string {
  return pages.length === 0
    ? ''
    : `\nThe nearest pages that have annotations: ${pages.map(code).join(', ')}\n`;
}
