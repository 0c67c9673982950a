import { describe, expect, it } from 'vitest';

import type { Annotation, Status } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime } from '@annotate-mcp/core/testing';

import { applyAgentMove, updateComment } from './comment-moves.ts';

const comment = (status: Status): Annotation =>
  sampleAnnotation({ kind: 'markdown', status, authorId: 'a colleague' });

describe('a comment that is sent twice', () => {
  it('is not changed, also when an agent has claimed it in between', () => {
    for (const status of ['draft', 'pending', 'acknowledged', 'resolved'] as const) {
      const before = comment(status);
      if (before.kind !== 'markdown') throw new Error('not a comment');
      const { id, annotationText: text, anchor, anchorState } = before;
      expect(updateComment(before, { id, text, anchor }, { anchor, anchorState }, sampleTime)).toBe(before);
    }
  });
});

it('a reply of an agent needs a text', () => {
  expect(() => applyAgentMove(comment('pending'), 'reply', sampleAgent, sampleTime, undefined)).toThrow(
    'needs a text',
  );
});
