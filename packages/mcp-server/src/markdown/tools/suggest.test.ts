import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { commentOn } from '../../testing/review-clients.ts';
import { fetched, opened, snapshotOf, text } from '../testing/opened-plan.ts';

describe('suggest', () => {
  it.each([
    { target: { quote: 'ship in May' }, quote: 'ship in May', lines: [3, 3] },
    { target: { lineStart: 3, lineEnd: 5 }, quote: text.slice(8, -1), lines: [3, 5] },
    { target: { blockId: 'h1-plan-1' }, quote: '# Plan', lines: [1, 1] },
  ])('$target: a comment of the agent, which waits for the person', async ({ target, quote, lines }) => {
    const { agent, view } = await opened();
    const command = { type: 'suggest', ...target, replacement: 'Other.', message: 'Shorter.' };
    const [result] = await agent.interact(view.viewUUID, command);
    expect(result).toMatchObject({ status: 'pending', quote, lines });
    const { comments } = await snapshotOf(view);
    expect(comments).toMatchObject([
      {
        id: result?.commentId,
        agentName: 'claude-code',
        annotationText: 'Shorter.',
        suggestion: { replacement: 'Other.' },
        intent: 'review',
      },
    ]);
    // It is not a request to the agent, and no words of the person.
    const [news] = await agent.interact(view.viewUUID, { type: 'get_comments', filter: 'new' });
    expect(news).toMatchObject({ comments: [] });
    const [all] = await agent.interact(view.viewUUID, fetched);
    expect(all).toMatchObject({
      comments: [{ author: { type: 'agent', id: 'claude-code' }, intent: 'review' }],
    });
  });

  it.each([
    { target: { quote: 'not there' }, says: 'does not have' },
    { target: { quote: 'We  want to' }, says: 'does not have exactly this text' },
    { target: { quote: 'e' }, says: 'in several places' },
    { target: { lineStart: 2 }, says: 'no words at this place' },
    { target: { quote: 'Plan', lineStart: 1 }, says: 'exactly one' },
    { target: { quote: 'Other.' }, says: 'does not have' },
    { target: { quote: 'ship', replacement: 'ship' }, says: 'what the passage says already' },
  ])('refuses $target and says what to do', async ({ target, says }) => {
    const { agent, view } = await opened();
    const command = { type: 'suggest', replacement: 'Other.', ...target };
    await expect(agent.interact(view.viewUUID, command)).rejects.toThrow(says);
    expect((await snapshotOf(view)).comments).toEqual([]);
  });

  it('answers a comment, and the person applies it', async () => {
    const { agent, view, file } = await opened('review');
    const comment = commentOn(text, 'May', 'Too early');
    await view.call('submit_batch', { comments: [comment], mode: 'review' });
    await agent.interact(view.viewUUID, { type: 'suggest', commentId: comment.id, replacement: 'June' });
    expect((await snapshotOf(view)).comments).toMatchObject([
      { replies: [{ message: 'Replace this with: June', suggestion: { replacement: 'June' } }] },
    ]);
    await agent.interact(view.viewUUID, fetched);
    await view.call('change_comment', { id: comment.id, change: { type: 'apply' } });
    expect(readFileSync(file, 'utf8')).toBe(text.replace('May', 'June'));
    // The agent hears that there is nothing left to do.
    const [heard] = await agent.interact(view.viewUUID, fetched);
    expect(heard).toMatchObject({ comments: [], closed: [{ id: comment.id, status: 'resolved' }] });
  });
});

it('brings no news of what is left to the person, to any agent, until the person says something', async () => {
  const { fixture, agent, view } = await opened();
  const command = { type: 'suggest', quote: 'ship in May', replacement: 'ship' };
  const [result] = await agent.interact(view.viewUUID, command);
  const id = String(result?.commentId);
  const other = await fixture.connect({ name: 'codex' });
  const news = { type: 'get_comments', filter: 'new' };
  const heard = async () => (await other.interact(view.viewUUID, news))[0]?.comments;
  expect(await heard()).toEqual([]);
  await view.call('change_comment', { id, change: { type: 'apply' } });
  await view.call('change_comment', { id, change: { type: 'undo_apply' } });
  expect(await heard()).toEqual([]);
  const reply = { type: 'reply', replyId: crypto.randomUUID(), text: 'Why?' };
  await view.call('change_comment', { id, change: reply });
  expect(await heard()).toMatchObject([{ id, author: { type: 'agent', name: 'claude-code' } }]);
});

describe('apply', () => {
  const suggestion = { replacement: 'June' };

  it('puts what the person suggested into the file', async () => {
    const { agent, view, file } = await opened();
    const comment = { ...commentOn(text, 'May', 'Later'), suggestion };
    await view.call('submit_batch', { comments: [comment], mode: 'edit' });
    const [got, applied] = await agent.interact(view.viewUUID, fetched, {
      type: 'apply',
      commentId: comment.id,
    });
    expect(got).toMatchObject({ comments: [{ text: 'Later', quote: 'May', suggestion }] });
    expect(applied).toMatchObject({ status: 'resolved', lines: [3, 3] });
    expect(readFileSync(file, 'utf8')).toBe(text.replace('May', 'June'));
  });

  it('waits for the approval of an item of a punch list', async () => {
    const { agent, view, file } = await opened('review');
    const comment = { ...commentOn(text, 'May', 'Later'), suggestion };
    await view.call('submit_batch', { comments: [comment], mode: 'review' });
    const apply = { type: 'apply', commentId: comment.id };
    await expect(agent.interact(view.viewUUID, apply)).rejects.toThrow('cannot be applied yet');
    expect(readFileSync(file, 'utf8')).toBe(text);
    await view.call('change_comment', { id: comment.id, change: { type: 'approve' } });
    await agent.interact(view.viewUUID, apply);
    expect(readFileSync(file, 'utf8')).toContain('June');
  });

  it('is refused when the passage has changed, with what is there now', async () => {
    const { agent, view, file } = await opened();
    const comment = { ...commentOn(text, 'ship in May', 'Later'), suggestion };
    await view.call('submit_batch', { comments: [comment], mode: 'edit' });
    const later = text.replace('ship in May', 'ship in late May');
    writeFileSync(file, later);
    await expect(agent.interact(view.viewUUID, { type: 'apply', commentId: comment.id })).rejects.toThrow(
      /edit\/does-not-fit|ship in late May/,
    );
    expect(readFileSync(file, 'utf8')).toBe(later);
  });
});
