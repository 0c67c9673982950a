import { describe, expect, it } from 'vitest';

import { canDo } from './page-abilities.ts';
import { applyPageAction, pageActionIn, pageActor } from './page-actions.ts';
import { applyPersonAction, type PersonAction } from './person-actions.ts';
import { statuses } from './status.ts';
import { sampleAnnotation, sampleAuthor, samplePageActions, sampleTime, uuidOf } from './testing.ts';

const samples = Object.values(samplePageActions());

describe('an action on an annotation of a page', () => {
  it.each(samples)('$message.type has the result that its sample names', ({ message, before, after }) => {
    if (message.type === 'annotation:create' || before === null) return;
    const action = message.type === 'batch:submit' ? ({ type: 'submit' } as const) : pageActionIn(message);
    expect(applyPageAction(before, action, sampleAuthor, sampleTime)).toEqual(after);
    expect(applyPersonAction(before, action, sampleAuthor, sampleTime)).toEqual(after);
  });

  it('adds no reply when it reopens without a message', () => {
    const before = sampleAnnotation({ status: 'resolved' });
    const action = { type: 'reopen', replyId: uuidOf(300) } as const;
    expect(applyPageAction(before, action, sampleAuthor, sampleTime).replies).toEqual([]);
  });
});

describe('a page', () => {
  const other = uuidOf(9);

  it.each(statuses)('on the machine of the hub acts for the author of what is sent: %s', (status) => {
    const actor = pageActor(sampleAnnotation({ status }), { authorId: other, local: true });
    const forAuthor = status === 'draft' ? {} : { forAuthor: true };
    expect(actor).toEqual({ type: 'person', authorId: other, ...forAuthor });
  });

  it('on the machine of the hub re-opens for the author, and what it says is still of its own person', () => {
    const before = sampleAnnotation({ status: 'resolved' });
    const actor = pageActor(before, { authorId: other, authorName: 'Bo', local: true });
    const action = { type: 'reopen', replyId: uuidOf(300), message: 'No' } as const;
    expect(applyPageAction(before, action, actor, sampleTime)).toMatchObject({
      status: 'pending',
      replies: [{ author: 'user', authorId: other, authorName: 'Bo' }],
    });
  });

  it('is offered exactly the actions that would be done', () => {
    for (const { message, before } of samples) {
      if (message.type === 'annotation:create' || before === null) continue;
      const action = message.type === 'batch:submit' ? ({ type: 'submit' } as const) : pageActionIn(message);
      for (const by of [sampleAuthor, { type: 'person', authorId: other } as const]) {
        const isDone = () => applyPageAction(before, action, by, sampleTime);
        if (canDo(action.type, before, by)) expect(isDone).not.toThrow();
        else expect(isDone).toThrow(/not for|is/);
      }
    }
  });

  it.each(statuses)('on another machine acts for its own author only: %s', (status) => {
    const actor = pageActor(sampleAnnotation({ status }), { authorId: other, local: false });
    expect(actor).toEqual({ type: 'person', authorId: other });
  });
});

describe('an action on a comment of a Markdown document', () => {
  const comment = (status: 'pending' | 'acknowledged') => sampleAnnotation({ kind: 'markdown', status });

  it.each<{ action: PersonAction; after: object }>([
    { action: { type: 'approve' }, after: { intent: 'edit' } },
    { action: { type: 'resolve' }, after: { status: 'resolved' } },
    {
      action: { type: 'decline', replyId: uuidOf(3) },
      after: { status: 'dismissed', replies: [{ id: uuidOf(3), message: 'Dismissed: declined' }] },
    },
  ])('$action.type applies, also while an agent holds the comment', ({ action, after }) => {
    for (const status of ['pending', 'acknowledged'] as const)
      expect(applyPersonAction(comment(status), action, sampleAuthor, sampleTime)).toMatchObject(after);
  });

  it('suggest changes what a draft suggests, and undo opens what was applied for the person', () => {
    const suggestion = { replacement: 'ship in June' };
    const draft = sampleAnnotation({ kind: 'markdown', status: 'draft' });
    const suggested = applyPersonAction(draft, { type: 'suggest', suggestion }, sampleAuthor, sampleTime);
    expect(suggested).toMatchObject({ suggestion });
    const plain = { type: 'suggest', suggestion: null } as const;
    expect(applyPersonAction(suggested, plain, sampleAuthor, sampleTime)).not.toHaveProperty('suggestion');
    const resolved = sampleAnnotation({ kind: 'markdown', status: 'resolved' });
    const undo = { type: 'undo', replyId: uuidOf(3) } as const;
    expect(applyPersonAction(resolved, undo, sampleAuthor, sampleTime)).toMatchObject({
      status: 'pending',
      undoneAt: sampleTime.toISOString(),
      replies: [{ id: uuidOf(3) }],
    });
  });

  it('relinkMarkdown keeps the placement that its caller found', () => {
    const before = comment('pending');
    if (before.kind !== 'markdown') throw new Error('not a comment');
    const action = { type: 'relinkMarkdown', anchor: before.anchor, anchorState: 'ambiguous' } as const;
    const after = applyPersonAction(before, action, sampleAuthor, sampleTime);
    expect(after).toMatchObject({ anchor: before.anchor, anchorState: 'ambiguous' });
  });
});
