import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import { DeliveryLog } from './delivery-log.ts';

const at = '2026-11-15T12:00:00.000Z';

describe('undelivered comments', () => {
  it('are the open ones at first, and never drafts or closed ones', () => {
    const comments = [comment('draft'), comment('pending'), comment('resolved'), comment('dismissed')];
    const { comments: undelivered, closed } = new DeliveryLog(comments).undelivered(comments);
    expect(undelivered.map(({ status }) => status)).toEqual(['pending']);
    expect(closed).toEqual([]);
  });

  it('do not include one that was delivered', () => {
    const pending = comment('pending');
    const log = new DeliveryLog([]);
    log.add(pending);
    expect(log.undelivered([pending])).toEqual({ comments: [], closed: [] });
  });

  it.each([
    { what: 'a new text', change: { annotationText: 'Rather like this.' } },
    { what: 'approval', change: { intent: 'edit' as const } },
    {
      what: 'a reply',
      change: { replies: [{ id: 'r', createdAt: at, author: 'user' as const, message: 'And?' }] },
    },
  ])('include it again after $what of the person', ({ change }) => {
    const pending = { ...comment('pending'), intent: 'review' as const };
    const log = new DeliveryLog([]);
    log.add(pending);
    expect(log.undelivered([{ ...pending, ...change }]).comments).toHaveLength(1);
  });

  it.each([
    {
      what: 'a reply of an agent',
      change: { replies: [{ id: 'r', createdAt: at, author: 'agent' as const, message: 'So.' }] },
    },
    { what: 'another placement', change: { anchorState: 'stale' as const } },
  ])('do not include it again after $what', ({ change }) => {
    const pending = comment('pending');
    const log = new DeliveryLog([]);
    log.add(pending);
    expect(log.undelivered([{ ...pending, ...change }]).comments).toEqual([]);
  });

  it('include it again when it is reopened', () => {
    const resolved = comment('resolved');
    const log = new DeliveryLog([resolved]);
    const reopened = { ...comment('pending'), id: resolved.id };
    expect(log.undelivered([reopened]).comments).toEqual([reopened]);
  });

  it('report once which were closed', () => {
    const [kept, declined, deleted] = [comment('pending'), comment('pending'), comment('pending')];
    const log = new DeliveryLog([]);
    for (const each of [kept, declined, deleted]) log.add(each);
    const now = [kept, { ...comment('dismissed'), id: declined.id }];
    const { closed } = log.undelivered(now);
    expect(closed).toEqual([
      { id: declined.id, status: 'dismissed' },
      { id: deleted.id, status: 'removed' },
    ]);
    for (const each of now) log.add(each);
    log.remove(deleted.id);
    expect(log.undelivered(now)).toEqual({ comments: [], closed: [] });
  });
});

let count = 0;

function comment(status: 'draft' | 'pending' | 'resolved' | 'dismissed'): MarkdownComment {
  const sample = sampleAnnotation({ kind: 'markdown', status });
  if (sample.kind !== 'markdown') throw new Error('The sample is of another kind.');
  return { ...sample, id: `comment ${++count}` };
}
