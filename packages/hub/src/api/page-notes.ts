/** Notes on a whole page: annotations of kind `page` at a path of their own. */
import { type Annotation, isRecord } from '@annotate-mcp/core';
import { readJson } from '@annotate-mcp/http';

import {
  bodyOf,
  changeAnnotation,
  createAnnotation,
  listAnnotations,
  notFoundError,
  removeAnnotation,
} from './annotations.ts';
import type { Endpoint } from './endpoint.ts';

export const pageNoteEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'page-notes', answer: (call) => listAnnotations(call, 'page') },
  {
    method: 'POST',
    path: 'page-notes',
    answer: async (call) => createAnnotation(call, toPageNote(await readJson(...bodyOf(call)))),
  },
  { method: 'PATCH', path: 'page-notes/:id', answer: (call) => changeAnnotation(call, requirePageNote) },
  { method: 'DELETE', path: 'page-notes/:id', answer: (call) => removeAnnotation(call, requirePageNote) },
];

function toPageNote(value: unknown): unknown {
  return isRecord(value) ? { pageTitle: '', ...value, kind: 'page' } : value;
}

function requirePageNote(annotation: Annotation): void {
  if (annotation.kind !== 'page') throw notFoundError('page note', annotation.id);
}
