import { describe, expect, it } from 'vitest';

import type { Annotation, Status } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { changed, movedByAgent, saidAgain, type Saying } from './moves.ts';

const comment = (status: Status): Annotation =>
  sampleAnnotation({ kind: 'markdown', status, authorId: 'a colleague' });
const done = (status: Status, change: Saying) =>
  changed(comment(status), change, { at: sampleTime, noteId: uuidOf(3), placed: null });

describe('the person at this machine', () => {
  it('acts for whoever wrote the comment', () => {
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

  it.each(['resolve', 'decline'] as const)('may %s what an agent has in hand', (type) => {
    const after = done('acknowledged', { type });
    expect(after).toMatchObject({ status: type === 'resolve' ? 'resolved' : 'dismissed' });
    expect(after).not.toHaveProperty('claim');
  });

  it('declines in the thread', () => {
    expect(done('pending', { type: 'decline' })).toMatchObject({
      replies: [{ id: uuidOf(3), message: 'Dismissed: declined' }],
    });
  });
});

describe('what was sent twice', () => {
  it('changes nothing, also when an agent has taken it meanwhile', () => {
    for (const status of ['draft', 'pending', 'acknowledged', 'resolved'] as const) {
      const before = comment(status);
      if (before.kind !== 'markdown') throw new Error('not a comment');
      const { id, annotationText: text, anchor, anchorState } = before;
      expect(saidAgain(before, { id, text, anchor }, { anchor, anchorState }, sampleTime)).toBe(before);
    }
  });
});

it('an agent that replies has to say something', () => {
  expect(() => movedByAgent(comment('pending'), 'reply', sampleAgent, sampleTime, undefined)).toThrow(
    'needs a text',
  );
});
