import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import type { MarkdownComment } from '../document/index.ts';
import { byId, isComment } from '../stores/comments.ts';

import { commentEvents } from './document-publisher.ts';

type Some = Partial<Pick<MarkdownComment, 'intent' | 'store'>> & { status?: MarkdownComment['status'] };

function comment({ status = 'pending', ...fields }: Some): MarkdownComment {
  const made = sampleAnnotation({ kind: 'markdown', status });
  if (!isComment(made)) throw new Error('not a comment');
  return { ...made, ...fields };
}

const cases: [name: string, before: Some | null, after: Some, lane: 'batch' | 'now' | null][] = [
  ['a new draft', null, { status: 'draft' }, null],
  ['a draft that is submitted', { status: 'draft' }, {}, 'batch'],
  ['a draft that was made and submitted elsewhere', null, {}, 'batch'],
  ['answer now', null, { store: 'memory' }, 'now'],
  ['what came with the file', null, { store: 'inline' }, null],
  ['an approved item', { intent: 'review' }, { intent: 'edit' }, 'batch'],
  ['one that is opened again', { status: 'resolved' }, {}, 'batch'],
  ['one that is pinned', { store: 'memory' }, { store: 'sidecar' }, null],
  ['one that is done', {}, { status: 'resolved' }, null],
];

it.each(cases)('%s is for an agent: %4$s', (_name, before, after, lane) => {
  const now = comment(after);
  const news = commentEvents(byId(before === null ? [] : [comment(before)]), byId([now]));
  expect(news).toEqual([
    { type: 'comments', changed: [now], removed: [] },
    ...(lane === null ? [] : [{ type: 'submitted', ids: [now.id], lane }]),
  ]);
});

it('there is no event without a difference, and removed comments are named by id', () => {
  const one = comment({});
  expect(commentEvents(byId([one]), byId([{ ...one }]))).toEqual([]);
  expect(commentEvents(byId([one]), byId([]))).toEqual([
    { type: 'comments', changed: [], removed: [one.id] },
  ]);
});
