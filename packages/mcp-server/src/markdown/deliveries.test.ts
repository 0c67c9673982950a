import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import { Deliveries } from './deliveries.ts';

const at = '2026-11-15T12:00:00.000Z';

describe('deliveries', () => {
  it('have what is open from the beginning on, and never drafts or what is over', () => {
    const comments = [comment('draft'), comment('pending'), comment('resolved'), comment('dismissed')];
    const { comments: told, closed } = new Deliveries(comments).news(comments);
    expect(told.map(({ status }) => status)).toEqual(['pending']);
    expect(closed).toEqual([]);
  });

  it('have a comment once', () => {
    const pending = comment('pending');
    const deliveries = new Deliveries([]);
    deliveries.tell(pending);
    expect(deliveries.news([pending])).toEqual({ comments: [], closed: [] });
  });

  it.each([
    { what: 'other words', change: { annotationText: 'Rather like this.' } },
    { what: 'approval', change: { intent: 'edit' as const } },
    {
      what: 'a reply',
      change: { replies: [{ id: 'r', createdAt: at, author: 'user' as const, message: 'And?' }] },
    },
  ])('have it again after $what of the person', ({ change }) => {
    const pending = { ...comment('pending'), intent: 'review' as const };
    const deliveries = new Deliveries([]);
    deliveries.tell(pending);
    expect(deliveries.news([{ ...pending, ...change }]).comments).toHaveLength(1);
  });

  it.each([
    {
      what: 'a reply of an agent',
      change: { replies: [{ id: 'r', createdAt: at, author: 'agent' as const, message: 'So.' }] },
    },
    { what: 'another place in the file', change: { anchorState: 'stale' as const } },
  ])('do not have it again after $what', ({ change }) => {
    const pending = comment('pending');
    const deliveries = new Deliveries([]);
    deliveries.tell(pending);
    expect(deliveries.news([{ ...pending, ...change }]).comments).toEqual([]);
  });

  it('have it again when it is opened again', () => {
    const resolved = comment('resolved');
    const deliveries = new Deliveries([resolved]);
    const reopened = { ...comment('pending'), id: resolved.id };
    expect(deliveries.news([reopened]).comments).toEqual([reopened]);
  });

  it('say once what was taken back', () => {
    const [kept, declined, deleted] = [comment('pending'), comment('pending'), comment('pending')];
    const deliveries = new Deliveries([]);
    for (const each of [kept, declined, deleted]) deliveries.tell(each);
    const now = [kept, { ...comment('dismissed'), id: declined.id }];
    const { closed } = deliveries.news(now);
    expect(closed).toEqual([
      { id: declined.id, status: 'dismissed' },
      { id: deleted.id, status: 'removed' },
    ]);
    for (const each of now) deliveries.tell(each);
    deliveries.forget(deleted.id);
    expect(deliveries.news(now)).toEqual({ comments: [], closed: [] });
  });
});

let count = 0;

function comment(status: 'draft' | 'pending' | 'resolved' | 'dismissed'): MarkdownComment {
  const sample = sampleAnnotation({ kind: 'markdown', status });
  if (sample.kind !== 'markdown') throw new Error('The sample is of another kind.');
  return { ...sample, id: `comment ${++count}` };
}
