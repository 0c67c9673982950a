import { appendFileSync } from 'node:fs';

import { describe, expect, it, onTestFinished } from 'vitest';

import { commentOn } from '../testing/review-clients.ts';

import { fetched, isListening, opened, snapshotOf, text, wait } from './testing/opened-plan.ts';

describe('a batch', () => {
  it('reaches no agent before it is submitted, and then the waiting agent, at once and as a whole', async () => {
    const { agent, view } = await opened();
    await view.call('persist_comment', { comment: commentOn(text, 'ship') });
    expect(await agent.interact(view.viewUUID, fetched)).toMatchObject([{ comments: [] }]);
    const waiting = agent.interact(view.viewUUID, wait);
    await isListening(view, true);
    const sent = await view.call('submit_batch', { comments: [commentOn(text, 'old')], mode: 'edit' });
    expect(sent).toMatchObject({ delivered: true, comments: [{ status: 'pending' }, { status: 'pending' }] });
    expect(await waiting).toMatchObject([
      {
        comments: [
          { quote: 'ship', intent: 'edit' },
          { quote: 'old', intent: 'edit' },
        ],
      },
    ]);
  });

  it('is not reported as delivered when the waiting agent was gone before', async () => {
    const { agent, view, file } = await opened();
    const waiting = agent.interact(view.viewUUID, { ...wait, timeoutMs: 300 });
    await isListening(view, true);
    // A file that is being written is not read at once.
    appendFileSync(file, 'More.\n');
    const writing = setInterval(() => appendFileSync(file, 'More.\n'), 5);
    onTestFinished(() => clearInterval(writing));
    const sent = await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    expect(await waiting).toMatchObject([{ comments: [], timedOut: true }]);
    expect(sent).toMatchObject({ delivered: false, nudge: { message: expect.any(String) as string } });
  });

  it('does not run the commands after the wait once the agent has cancelled', async () => {
    const { agent, view, fixture } = await opened();
    const hangUp = new AbortController();
    const commands = [wait, { type: 'set_mode', mode: 'review' }];
    const waiting = agent.call('interact', { viewUUID: view.viewUUID, commands }, hangUp.signal);
    await isListening(view, true);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await isListening(view, false);
    expect(fixture.markdown.views.get(view.viewUUID).reviewed.mode).toBe('edit');
  });

  it('is kept for an agent that asks later', async () => {
    const { agent, view } = await opened();
    const sent = await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    expect(sent).toMatchObject({ delivered: false });
    expect(await agent.interact(view.viewUUID, wait)).toMatchObject([{ comments: [{ quote: 'ship' }] }]);
  });

  it('is delivered once to waiting agents, and always listed without wait', async () => {
    const { agent, view } = await opened();
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    await agent.interact(view.viewUUID, wait);
    const [again] = await agent.interact(view.viewUUID, { ...wait, timeoutMs: 0 });
    expect(again).toMatchObject({ comments: [], timedOut: true });
    expect(await agent.interact(view.viewUUID, fetched)).toMatchObject([
      { comments: [{ quote: 'ship' }], total: 1 },
    ]);
  });

  it('has a nudge with the same content, which says how to fetch it', async () => {
    const { view } = await opened();
    const comment = commentOn(text, 'ship', 'Which product?');
    const { nudge } = (await view.call('submit_batch', { comments: [comment], mode: 'edit' })) as {
      nudge: { message: string; context: string };
    };
    expect(nudge.message).toContain(
      `interact, viewUUID "${view.viewUUID}", commands [{"type":"get_comments"}]`,
    );
    expect(nudge.context).toContain('Which product?');
    // Sent again because the answer was lost.
    expect(await view.call('submit_batch', { comments: [comment], mode: 'edit' })).toMatchObject({
      nudge: null,
    });
  });

  it('has no nudge when it is empty', async () => {
    const { view } = await opened();
    expect(await view.call('submit_batch', { comments: [], mode: 'edit' })).toEqual({
      comments: [],
      nudge: null,
      delivered: false,
    });
  });

  it('comes in several results when it is large, and no comment is lost', async () => {
    const { agent, view } = await opened();
    const comments = Array.from({ length: 30 }, (_, index) =>
      commentOn(text, 'ship', `${index} ${'x'.repeat(3_000)}`),
    );
    await view.call('submit_batch', { comments, mode: 'edit' });
    const got = new Set<string>();
    for (let turn = 0; turn < 10 && got.size < 30; turn++) {
      const [part] = await agent.interact(view.viewUUID, wait);
      expect(JSON.stringify(part).length).toBeLessThan(60_000);
      for (const { id } of (part as { comments: { id: string }[] }).comments) got.add(id);
    }
    expect(got.size).toBe(30);
    const [first] = await agent.interact(view.viewUUID, fetched);
    const [second] = await agent.interact(view.viewUUID, { ...fetched, from: first?.next });
    const ids = [first, second].flatMap((page) => (page as { comments: { id: string }[] }).comments);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  });
});

describe('answer now', () => {
  it('is delivered at once and leaves the batch alone', async () => {
    const { agent, view } = await opened();
    const draft = commentOn(text, 'ship');
    await view.call('persist_comment', { comment: draft });
    const waiting = agent.interact(view.viewUUID, wait);
    await isListening(view, true);
    const question = commentOn(text, 'old', 'How old?');
    const asked = await view.call('answer_now', { comment: question });
    expect(asked).toMatchObject({ comment: { status: 'pending', store: 'memory' } });
    expect(JSON.stringify(asked.nudge)).toContain('How old?');
    expect(await waiting).toMatchObject([{ comments: [{ id: question.id, intent: 'answer' }] }]);
    const { comments } = await snapshotOf(view);
    expect(comments.find(({ id }) => id === draft.id)?.status).toBe('draft');
  });

  it('shows the reply in the view', async () => {
    const { agent, view } = await opened();
    const question = commentOn(text, 'old', 'How old?');
    await view.call('answer_now', { comment: question });
    const { seq } = await view.call('poll_md_commands', { instance: 'b', after: null });
    const polling = view.call('poll_md_commands', { instance: 'b', after: seq });
    await agent.interact(view.viewUUID, { type: 'reply', commentId: question.id, message: 'Ten years.' });
    expect(await polling).toMatchObject({
      commands: [{ command: { type: 'comments', changed: [{ replies: [{ message: 'Ten years.' }] }] } }],
    });
  });
});

describe('in review mode', () => {
  it('a comment cannot be resolved before it is approved', async () => {
    const { agent, view } = await opened('review');
    const [approved, declined] = [commentOn(text, 'ship'), commentOn(text, 'old')];
    await view.call('submit_batch', { comments: [approved, declined], mode: 'review' });
    const [batch] = await agent.interact(view.viewUUID, wait);
    expect(batch).toMatchObject({ mode: 'review', comments: [{ intent: 'review' }, { intent: 'review' }] });
    await expect(
      agent.interact(view.viewUUID, { type: 'resolve', commentId: approved.id, message: 'Done.' }),
    ).rejects.toThrow('has not approved');

    const waiting = agent.interact(view.viewUUID, wait);
    await isListening(view, true);
    const answer = await view.call('change_comment', { id: approved.id, change: { type: 'approve' } });
    // An agent waits, so that there is no nudge for the host.
    expect(answer.nudge).toBeUndefined();
    expect(await waiting).toMatchObject([{ comments: [{ id: approved.id, intent: 'edit' }] }]);
    await agent.interact(view.viewUUID, { type: 'resolve', commentId: approved.id, message: 'Done.' });

    await view.call('change_comment', { id: declined.id, change: { type: 'decline' } });
    const [rest] = await agent.interact(view.viewUUID, wait);
    expect(rest).toMatchObject({ comments: [], closed: [{ id: declined.id, status: 'dismissed' }] });
  });

  it('an approved comment has a nudge when no agent waits', async () => {
    const { view } = await opened('review');
    const comment = commentOn(text, 'ship');
    await view.call('submit_batch', { comments: [comment], mode: 'review' });
    const { nudge } = await view.call('change_comment', { id: comment.id, change: { type: 'approve' } });
    expect(nudge).toMatchObject({ message: expect.stringContaining('a comment on docs/plan.md') as string });
  });
});

describe('an agent that listens', () => {
  it('is shown in the view while it waits', async () => {
    const { agent, view } = await opened();
    const { listening } = await snapshotOf(view);
    expect(listening).toEqual({ waiting: false, agentName: 'claude-code' });
    const hangUp = new AbortController();
    const waiting = agent.call('interact', { viewUUID: view.viewUUID, commands: [wait] }, hangUp.signal);
    await isListening(view, true);
    hangUp.abort();
    await waiting.catch(() => undefined);
    await isListening(view, false);
  });

  it('is not shown when it asks without waiting', async () => {
    const { agent, view } = await opened();
    const { seq } = await view.call('poll_md_commands', { instance: 'a', after: null });
    for (const filter of ['new', 'open', 'all']) {
      await agent.interact(view.viewUUID, { ...fetched, filter });
    }
    await agent.interact(view.viewUUID, { ...wait, timeoutMs: 0 });
    expect(await view.call('poll_md_commands', { instance: 'a', after: seq, waitMs: 0 })).toEqual({
      commands: [],
      seq,
    });
  });

  it('takes no comments after it has cancelled', async () => {
    const { agent, view } = await opened();
    const hangUp = new AbortController();
    const waiting = agent.call('interact', { viewUUID: view.viewUUID, commands: [wait] }, hangUp.signal);
    await isListening(view, true);
    hangUp.abort();
    await waiting.catch(() => undefined);
    await isListening(view, false);
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    expect(await agent.interact(view.viewUUID, wait)).toMatchObject([{ comments: [{ quote: 'ship' }] }]);
  });

  it('gets a batch alone when two agents wait', async () => {
    const { fixture, agent, view } = await opened();
    const other = await fixture.connect({ name: 'codex' });
    const both = [agent, other].map((each) => each.interact(view.viewUUID, { ...wait, timeoutMs: 2_000 }));
    await isListening(view, true, 'codex');
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    const counts = (await Promise.all(both)).map(
      ([result]) => (result as { comments: unknown[] }).comments.length,
    );
    expect(counts.sort()).toEqual([0, 1]);
  });

  it('is answered when the server ends', async () => {
    const { fixture, agent, view } = await opened();
    const waiting = agent.interact(view.viewUUID, wait);
    const polling = view.call('poll_md_commands', { instance: 'c', after: 0 });
    await isListening(view, true);
    await fixture.markdown.close();
    expect(await waiting).toMatchObject([{ comments: [] }]);
    await polling;
    await expect(agent.interact(view.viewUUID, fetched)).rejects.toThrow('open_markdown');
  });
});
