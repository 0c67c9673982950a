import { describe, expect, it } from 'vitest';

import { applyPersonAction, type Status } from '@annotate-mcp/core';
import { sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { type CommentAction, runCommentAction } from './comment-actions.ts';
import { isComment } from './stores/comments.ts';

/** Runs an action on a comment of this status, by the real rules, without a store. */
async function run(status: Status, action: CommentAction) {
  const before = sampleAnnotation({ kind: 'markdown', status, authorId: 'a colleague' });
  return runCommentAction(action, {
    perform: async (personAction) => {
      const by = { type: 'person', authorId: before.authorId } as const;
      const after = applyPersonAction(before, personAction, by, sampleTime);
      return isComment(after) ? after : null;
    },
    putInto: async (store) => (isComment(before) ? { ...before, store } : null),
    applySuggestion: async () => null,
    undoSuggestion: async () => null,
    adopt: async () => (isComment(before) ? before : null),
    place: (anchor) => ({ anchor, anchorState: 'placed' }),
    newId: () => uuidOf(3),
  });
}

describe('the person at this machine', () => {
  it('acts as the author of a comment', async () => {
    expect(await run('draft', { type: 'submit', mode: 'review' })).toMatchObject({
      status: 'pending',
      intent: 'review',
    });
    expect(await run('resolved', { type: 'reopen' })).toMatchObject({ status: 'pending' });
    expect(await run('pending', { type: 'edit', text: 'other words' })).toMatchObject({
      annotationText: 'other words',
    });
    expect(await run('draft', { type: 'delete' })).toBeNull();
    expect(await run('pending', { type: 'delete' })).toMatchObject({
      status: 'dismissed',
      withdrawnAt: expect.any(String) as unknown,
    });
  });

  it('assigns, and mentions in what they write', async () => {
    const agent = { type: 'agent', name: 'codex' } as const;
    expect(await run('pending', { type: 'assign', assignee: agent })).toMatchObject({ assignee: agent });
    expect(await run('pending', { type: 'assign', assignee: null })).not.toHaveProperty('assignee');
    expect(
      await run('pending', { type: 'reply', replyId: uuidOf(4), text: '@codex why?', mentions: [agent] }),
    ).toMatchObject({ replies: [{ message: '@codex why?', mentions: [agent] }] });
    expect(await run('pending', { type: 'edit', text: 'Ask @codex', mentions: [agent] })).toMatchObject({
      mentions: [agent],
    });
  });

  it.each(['resolve', 'decline'] as const)('may %s a comment that an agent has claimed', async (type) => {
    const after = await run('acknowledged', { type });
    expect(after).toMatchObject({ status: type === 'resolve' ? 'resolved' : 'dismissed' });
    expect(after).not.toHaveProperty('claim');
  });

  it('declines with a reply', async () => {
    expect(await run('pending', { type: 'decline' })).toMatchObject({
      replies: [{ id: uuidOf(3), message: 'Dismissed: declined' }],
    });
  });
});
