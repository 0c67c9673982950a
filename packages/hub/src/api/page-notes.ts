/** Notes on a whole page: annotations of kind `page` under a name of their own. */
import type { Annotation } from '@annotate-mcp/core';
import { readJson } from '@annotate-mcp/http';

import { addOne, body, change, list, noSuch, remove } from './annotations.ts';
import type { Endpoint } from './endpoint.ts';

export const pageNoteEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'page-notes', answer: (call) => list(call, 'page') },
  {
    method: 'POST',
    path: 'page-notes',
    answer: async (call) => addOne(call, asNote(await readJson(...body(call)))),
  },
  { method: 'PATCH', path: 'page-notes/:id', answer: (call) => change(call, onlyNotes) },
  { method: 'DELETE', path: 'page-notes/:id', answer: (call) => remove(call, onlyNotes) },
];

function asNote(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { pageTitle: '', ...value, kind: 'page' } : value;
}

function onlyNotes(annotation: Annotation): void {
  if (annotation.kind !== 'page') throw noSuch('page note', annotation.id);
}
