import { describe, expect, it } from 'vitest';

import { acknowledge, dismiss, editText, reply, resolve, type Annotation } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { MarkdownComment } from '../document/index.ts';

import { isComment } from './comments.ts';
import { mergeComment, sharedContentOf } from './merge-comment.ts';

const later = (minutes: number) => new Date(sampleTime.getTime() + minutes * 60_000);
const comment = (annotation: Annotation): MarkdownComment => {
  if (!isComment(annotation)) throw new Error('not a comment');
  return annotation;
};
const base = comment(sampleAnnotation({ kind: 'markdown' }));
const edited = (text: string, minutes = 1) => comment(editText(base, sampleAuthor, later(minutes), text));
const shared = sharedContentOf(base);

describe('the copy in the file', () => {
  it('is ignored when it is only older', () => {
    const ours = comment(resolve(edited('bolder'), sampleAgent, later(2)));
    expect(mergeComment(ours, base, shared)).toBe(ours);
  });

  it('is taken over where only the file was changed', () => {
    const theirs = comment(
      resolve(edited('bolder'), sampleAuthor, later(2), { id: 'r1', message: 'done by hand' }),
    );
    const result = mergeComment(base, theirs, shared);
    expect(result).toMatchObject({
      annotationText: 'bolder',
      status: 'resolved',
      store: 'sidecar',
      replies: [{ id: 'r1' }],
    });
    expect(mergeComment(result, theirs, shared)).toBe(result);
  });

  it('adds its replies, whatever else was changed', () => {
    const ours = comment(resolve(base, sampleAgent, later(1), { id: 'r2', message: 'done' }));
    const theirs = comment(reply(base, sampleAuthor, later(5), { id: 'r1', message: 'and shorter' }));
    const result = mergeComment(ours, theirs, shared);
    expect(result).toMatchObject({ status: 'resolved', replies: [{ id: 'r2' }, { id: 'r1' }] });
  });

  it('loses a conflict, and its version becomes a reply, once', () => {
    const [ours, theirs] = [edited('bolder', 1), edited('smaller', 2)];
    const result = mergeComment(ours, theirs, shared);
    expect(result.annotationText).toBe('bolder');
    expect(result.replies).toMatchObject([
      { author: 'user', message: expect.stringContaining('smaller') as unknown, createdAt: theirs.updatedAt },
    ]);
    expect(mergeComment(result, theirs, shared)).toBe(result);
  });

  it('loses a conflict about the status', () => {
    const ours = comment(resolve(base, sampleAgent, later(1)));
    const theirs = comment(dismiss(base, sampleAuthor, later(1), { id: 'r1', message: 'no' }));
    const result = mergeComment(ours, theirs, shared);
    expect(result.status).toBe('resolved');
    expect(result.replies.map(({ message }) => message).join()).toMatch(/changed as well \(dismissed/);
  });

  it('loses a conflict, and its version has no claim', () => {
    const theirs = comment({ ...acknowledge(base, sampleAgent, later(1)), annotationText: 'smaller' });
    const { replies } = mergeComment(edited('bolder'), theirs, shared);
    expect(replies.map(({ message }) => message).join()).toMatch(/changed as well \(pending/);
  });

  it('does not end an agent’s work by saying that it is pending', () => {
    const ours = comment(acknowledge(base, sampleAgent, later(1)));
    const theirs = comment(reply(base, sampleAuthor, later(2), { id: uuidOf(7), message: 'quick, please' }));
    expect(mergeComment(ours, theirs, shared)).toMatchObject({
      status: 'acknowledged',
      claim: ours.status === 'acknowledged' && ours.claim,
    });
  });
});

describe('without a known base', () => {
  it('the later copy wins, but both texts are kept', () => {
    const resolved = comment(resolve(base, sampleAuthor, later(3)));
    expect(mergeComment(base, resolved, null).status).toBe('resolved');
    expect(mergeComment(resolved, base, null)).toBe(resolved);
    for (const [ours, theirs] of [
      [edited('a', 1), edited('b', 2)],
      [edited('a', 2), edited('b', 1)],
    ] as const) {
      const result = mergeComment(ours, theirs, null);
      expect(result.annotationText).toBe('a');
      expect(result.replies).toHaveLength(1);
    }
  });
});
