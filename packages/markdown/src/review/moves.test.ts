import { describe, expect, it } from 'vitest';

import type { Annotation, Status } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { applyAgentMove, applyChange, applyResend, type CommentAction } from './moves.ts';

const comment = (status: Status): Annotation =>
  sampleAnnotation({ kind: 'markdown', status, authorId: 'a colleague' });
const done = (status: Status, change: CommentAction) =>
  applyChange(comment(status), change, { at: sampleTime, replyId: uuidOf(3), placed: null });

describe('the person at this machine', () => {
  it('acts for the author of the comment', () => {
    expect(done('draft', { type: 'submit', mode: 'review' })).toMatchObject({
      status: 'pending',
      intent: 'review',
    });
    expect(done('resolved', { type: 'reopen' })).toMatchObject({ status: 'pending' });
    expect(done('pending', { type: 'edit', text: 'other words' })).toMatchObject({
      annotationText: 'other words',
    });
    expect(done('draft', { type: 'delete' })).toBeNull();
    expect(done('pending', { type: 'delete' })).toMatchObject({
      status: 'dismissed',
      withdrawnAt: expect.any(String) as unknown,
    });
  });

  it.each(['resolve', 'decline'] as const)('may %s a comment that an agent holds', (type) => {
    const after = done('acknowledged', { type });
    expect(after).toMatchObject({ status: type === 'resolve' ? 'resolved' : 'dismissed' });
    expect(after).not.toHaveProperty('claim');
  });

  it('declines with a reply in the thread', () => {
    expect(done('pending', { type: 'decline' })).toMatchObject({
      replies: [{ id: uuidOf(3), message: 'Dismissed: declined' }],
    });
  });
});

describe('a comment that is sent twice', () => {
  it('is changed once, also when an agent holds it by then', () => {
    for (const status of ['draft', 'pending', 'acknowledged', 'resolved'] as const) {
      const before = comment(status);
      if (before.kind !== 'markdown') throw new Error('not a comment');
      const { id, annotationText: text, anchor, anchorState } = before;
      expect(applyResend(before, { id, text, anchor }, { anchor, anchorState }, sampleTime)).toBe(before);
    }
  });
});

it('an agent cannot reply without a text', () => {
  expect(() => applyAgentMove(comment('pending'), 'reply', sampleAgent, sampleTime, undefined)).toThrow(
    'needs a text',
  );
});
