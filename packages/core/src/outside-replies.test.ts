import { describe, expect, it } from 'vitest';

import type { Annotation } from './annotation.ts';
import { adopt, reply } from './moves.ts';
import { receive, withoutOutsideReplies } from './outside-replies.ts';
import { annotationSchema } from './schema/index.ts';
import {
  sampleAgent,
  sampleAnnotation,
  sampleAuthor,
  sampleOutsideReply,
  sampleTime,
  uuidOf,
} from './testing.ts';

const later = new Date(sampleTime.getTime() + 60_000);
const received = (annotation: Annotation, n: number, message?: string, isOwn = false) =>
  receive(annotation, { type: 'system' }, later, { reply: sampleOutsideReply(n, message), isOwn });

describe('a reply from elsewhere', () => {
  it('is kept beside the thread, in order and once', () => {
    const one = received(received(sampleAnnotation(), 2), 1);
    expect(one.replies).toEqual([]);
    expect(one.outsideReplies?.map(({ id }) => id)).toEqual(['github-1', 'github-2']);
    expect(received(one, 1)).toBe(one);
    expect(annotationSchema.parse(one)).toEqual(one);
  });

  it('has its new text when it was changed there', () => {
    const changed = received(received(sampleAnnotation(), 1), 1, 'other words');
    expect(changed.outsideReplies).toMatchObject([{ message: 'other words' }]);
  });

  it('is a reply of the thread when it is the own word of the person, also if it was kept beside it before', () => {
    const own = received(received(sampleAnnotation(), 1), 1, 'mine', true);
    expect(own).toMatchObject({ replies: [{ message: 'mine' }] });
    expect(own).not.toHaveProperty('outsideReplies');
    expect(received(own, 1, 'mine', true)).toBe(own);
  });

  it('is a reply of the thread after the person has adopted it, and wakes an agent as a reply of theirs does', () => {
    const answered = reply(sampleAnnotation(), sampleAgent, sampleTime, { id: uuidOf(9), message: 'Which?' });
    const waiting = received(answered, 1);
    expect(waiting).toHaveProperty('answeredAt');
    const adopted = adopt(waiting, sampleAuthor, later);
    expect(adopted.replies.map(({ id }) => id)).toEqual([uuidOf(9), 'github-1']);
    expect(adopted).not.toHaveProperty('outsideReplies');
    expect(adopted).not.toHaveProperty('answeredAt');
  });

  it('is adopted anew when it was changed after that, and stands there once', () => {
    const adopted = adopt(received(sampleAnnotation(), 1), sampleAuthor, later);
    const changed = received(adopted, 1, 'other words');
    expect(changed.replies).toMatchObject([{ message: 'Outside words 1' }]);
    expect(adopt(changed, sampleAuthor, later).replies).toMatchObject([{ message: 'other words' }]);
  });

  it('is not in what agents get', () => {
    const annotation = received(sampleAnnotation(), 1);
    expect(JSON.stringify(withoutOutsideReplies(annotation))).not.toContain('Outside words');
    expect(withoutOutsideReplies(sampleAnnotation())).toEqual(sampleAnnotation());
  });
});
