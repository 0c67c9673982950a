/** Comments on documents come with every tool, resource and message that annotations of pages come with. */
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { MarkdownComment, ViewCommand } from '@annotate-mcp/markdown';
import { keepClaims } from '@annotate-mcp/store';

import { commentOn, type OpenedView } from '../testing/review-clients.ts';
import { connectStdio } from '../testing/stdio-process.ts';

import { commandsUntil, isListening, opened, snapshotOf, text, wait } from './testing/opened-plan.ts';

/** Opened, and submitted with a comment on "ship". */
async function submitted(mode: 'edit' | 'review' = 'edit') {
  const review = await opened(mode);
  const comment = commentOn(text, 'ship');
  await review.view.call('submit_batch', { comments: [comment], mode });
  return { ...review, id: comment.id };
}

function annotationsIn(result: Record<string, unknown>): Record<string, unknown>[] {
  return result.annotations as Record<string, unknown>[];
}

describe('a submitted comment', () => {
  it('is listed, counted, read and exported as an annotation, with its file, lines and what to do', async () => {
    const { agent, id } = await submitted();
    const expected = {
      id,
      kind: 'markdown',
      path: 'docs/plan.md',
      intent: 'edit',
      anchor: { line_start: 3, quote: 'ship' },
      todo: 'Edit the file at path where the quote stands, then resolve.',
    };
    expect(await agent.call('get_all_pending')).toMatchObject({ total: 1, annotations: [expected] });
    expect(await agent.call('list_annotations', { pageUrl: 'docs/plan.md' })).toMatchObject({ total: 1 });
    expect(await agent.call('get_annotation', { id })).toMatchObject({ annotation: expected });
    expect((await agent.call('get_export')).markdown).toMatch(/docs\/plan\.md[^]*Lines: 3/);
    // Only the store needs it.
    for (const tool of ['get_all_pending', 'list_annotations'])
      expect(JSON.stringify(await agent.call(tool))).not.toContain('fingerprint');
    expect(JSON.stringify(await agent.call('get_annotation', { id }))).not.toContain('fingerprint');
    const uri = `annotations://page/${encodeURIComponent('docs/plan.md')}`;
    const { resources } = await agent.client.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    const { contents } = await agent.client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain(id);
  });

  it('is no draft: what is not submitted is in none of them', async () => {
    const { agent, view } = await opened();
    await view.call('persist_comment', { comment: commentOn(text, 'ship') });
    expect(await agent.call('get_all_pending')).toMatchObject({ total: 0 });
  });

  it('wakes an idle agent that watches', async () => {
    const { fixture, view } = await opened();
    const idle = await fixture.connect({ name: 'codex' });
    const watching = idle.call('watch_annotations');
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    expect(await watching).toMatchObject({ status: 'annotations', annotations: [{ path: 'docs/plan.md' }] });
  });

  it('wakes idle agents in processes of their own, by a resource and by the channel', async () => {
    const { fixture, view } = await opened();
    const connect = async (flags: string[]) => {
      const { client, call } = await connectStdio(fixture.root, { flags });
      onTestFinished(() => client.close());
      await call('list_sessions');
      return client;
    };
    const [subscribed, channelled] = await Promise.all([connect([]), connect(['--channel'])]);
    const updated = Promise.withResolvers<string>();
    subscribed.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      updated.resolve(params.uri),
    );
    await subscribed.subscribeResource({ uri: 'annotations://open' });
    const pushed = new EventEmitter();
    channelled.fallbackNotificationHandler = async (notification) =>
      void pushed.emit('message', notification);
    const message = async () => (await once(pushed, 'message'))[0] as unknown;
    const first = message();
    const comment = commentOn(text, 'ship');
    await view.call('submit_batch', { comments: [comment], mode: 'edit' });
    expect(await updated.promise).toBe('annotations://open');
    expect(await first).toMatchObject({
      method: 'notifications/claude/channel',
      params: { meta: { annotation_id: comment.id, kind: 'markdown', place: 'docs/plan.md' } },
    });

    // A verdict without comments reaches the agent that opened the file.
    await channelled.callTool({ name: 'open_markdown', arguments: { path: 'docs/plan.md' } });
    const decided = message();
    const verdict = { id: crypto.randomUUID(), verdict: 'approve', text: 'Go on.' };
    await view.call('submit_batch', { comments: [], mode: 'edit', verdict });
    expect(await decided).toMatchObject({
      params: {
        content: expect.stringMatching(
          /docs\/plan\.md: The person approves .* They say: "Go on\."/,
        ) as string,
        meta: { event: 'verdict', verdict: 'approve', place: 'docs/plan.md' },
      },
    });
  });
});

describe('an agent that takes a comment with the tools for annotations', () => {
  it('is shown in the view, is alone with it, and is told what to do', async () => {
    const { fixture, agent, view, id } = await submitted();
    const { seq } = await view.call('poll_md_commands', { instance: 'until', after: null });
    expect(await agent.call('acknowledge', { id })).toMatchObject({ todo: expect.any(String) as string });
    const shown = await untilStatus(view, Number(seq), 'acknowledged');
    expect(shown).toMatchObject({ claim: { agentName: 'claude-code' } });
    const other = await fixture.connect({ name: 'codex' });
    await expect(other.call('acknowledge', { id })).rejects.toThrow(/held by claude-code/);
    const refused = other.interact(view.viewUUID, { type: 'acknowledge', commentId: id });
    await expect(refused).rejects.toThrow(/held by claude-code/);
  });

  it('is not given it again, and another agent gets it only when it was released', async () => {
    const { fixture, agent, view, id } = await submitted();
    await agent.call('acknowledge', { id });
    const other = await fixture.connect({ name: 'codex' });
    const waiting = other.interact(view.viewUUID, wait);
    await isListening(view, true, 'codex');
    await agent.call('release', { id });
    expect(await waiting).toMatchObject([{ comments: [{ id, status: 'pending' }] }]);
  });

  it('edits the file, and the record says what was edited', async () => {
    const { fixture, file, agent, view, id } = await submitted();
    for (const args of [
      ['init', '-q'],
      ['add', 'docs'],
    ])
      execFileSync('git', args, { cwd: fixture.root });
    await agent.interact(view.viewUUID, wait);
    await agent.call('acknowledge', { id });
    writeFileSync(file, readFileSync(file, 'utf8').replace('ship', 'deliver'));
    const { seq } = await view.call('poll_md_commands', { instance: 'until', after: null });
    await agent.call('resolve', { id, summary: 'Reworded.' });
    const shown = await untilStatus(view, Number(seq), 'resolved');
    expect(shown).toMatchObject({ edited: { files: [{ file: 'docs/plan.md' }] }, edits: [{}] });
    // What it closed itself is no news for it.
    const [rest] = await agent.interact(view.viewUUID, { ...wait, timeoutMs: 0 });
    expect(rest).not.toHaveProperty('closed');
    const other = await fixture.connect({ name: 'codex' });
    const [news] = await other.interact(view.viewUUID, { ...wait, timeoutMs: 0 });
    expect(news).toMatchObject({ closed: [{ id, status: 'resolved' }] });
  });

  it('may not resolve what waits for approval, and gets it again when it is approved', async () => {
    const { agent, view, id } = await submitted('review');
    await expect(agent.call('resolve', { id })).rejects.toThrow('has not approved');
    await agent.call('reply', { id, message: 'I would say "deliver".' });
    expect(await agent.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
    await view.call('change_comment', { id, change: { type: 'approve' } });
    const found = await agent.call('watch_annotations', { timeoutMs: 0 });
    expect(annotationsIn(found)).toMatchObject([{ id, intent: 'edit' }]);
    expect(await agent.call('resolve', { id })).toMatchObject({ ok: true });
  });

  it('is told when the person takes it back or sends it to another agent', async () => {
    const { agent, view, id } = await submitted();
    await agent.call('acknowledge', { id });
    await view.call('change_comment', { id, change: { type: 'release' } });
    expect(await agent.call('list_sessions')).toMatchObject({
      notices: [`You no longer hold annotation ${id}: it is pending. Acknowledge it again to go on.`],
    });
  });
});

describe('interact', () => {
  it('takes a comment, gives it back, and dismisses it with a reason', async () => {
    const { agent, view, id } = await submitted();
    const run = (type: string, message?: string) =>
      agent.interact(view.viewUUID, { type, commentId: id, ...(message !== undefined && { message }) });
    expect(await run('acknowledge')).toMatchObject([{ status: 'acknowledged' }]);
    expect(await agent.interact(view.viewUUID, { type: 'get_comments' })).toMatchObject([
      { comments: [{ status: 'acknowledged', heldBy: 'claude-code' }] },
    ]);
    expect(await run('release', 'Not mine.')).toMatchObject([{ status: 'pending' }]);
    await expect(run('dismiss')).rejects.toThrow('message');
    expect(await run('dismiss', 'It says so below.')).toMatchObject([{ status: 'dismissed' }]);
    const { comments } = await snapshotOf(view);
    expect(comments[0]?.replies.at(-1)?.message).toBe('Dismissed: It says so below.');
  });

  it(
    'holds a comment for an agent of another server, which knows nothing of the store, until that ends',
    { tags: ['full'] },
    async () => {
      const { fixture, view, id } = await submitted();
      const { call, pid } = await connectStdio(fixture.root, { name: 'desktop', flags: ['--markdown-only'] });
      const { viewUUID } = await call('open_markdown', { path: 'docs/plan.md' });
      await call('interact', { viewUUID, commands: [{ type: 'acknowledge', commentId: id }] });
      const other = await fixture.connect({ name: 'codex' });
      const claims = keepClaims(
        fixture.store,
        () => new Date(),
        () => undefined,
      );
      onTestFinished(() => claims.close());
      await expect(other.call('acknowledge', { id })).rejects.toThrow(/held by desktop/);
      const { seq } = await view.call('poll_md_commands', { instance: 'until', after: null });
      process.kill(pid, 'SIGKILL');
      await untilStatus(view, Number(seq), 'pending');
    },
  );

  it('keeps the claim of a comment that is mirrored into the file', async () => {
    const { agent, view, file, id } = await submitted();
    await view.call('change_review', { change: { type: 'mirror', mirror: true } });
    await agent.interact(view.viewUUID, { type: 'acknowledge', commentId: id });
    const { seq } = await view.call('poll_md_commands', { instance: 'until', after: null });
    writeFileSync(file, readFileSync(file, 'utf8').replace('ship', 'deliver'));
    await commandsUntil(view, Number(seq), ({ type }) => type === 'file');
    expect((await snapshotOf(view)).comments).toMatchObject([{ status: 'acknowledged' }]);
    await agent.call('resolve', { id });
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('"status":"resolved"');
  });

  it('takes what only this process has, and loses nothing of it', async () => {
    const { agent, view } = await opened();
    const question = commentOn(text, 'old', 'How old?');
    await view.call('answer_now', { comment: question });
    await agent.interact(view.viewUUID, { type: 'acknowledge', commentId: question.id });
    expect(await agent.call('get_all_pending')).not.toHaveProperty('notices');
    expect(await agent.call('get_all_pending')).toMatchObject({ total: 0 });
  });

  it('holds no claim in the file itself', async () => {
    const { agent, view, id } = await submitted();
    await view.call('change_comment', { id, change: { type: 'move', to: 'inline' } });
    await expect(agent.interact(view.viewUUID, { type: 'acknowledge', commentId: id })).rejects.toThrow(
      'holds no claims',
    );
  });
});

/** The comment as the view gets it when it has this status. */
async function untilStatus(
  view: OpenedView,
  after: number,
  status: MarkdownComment['status'],
): Promise<MarkdownComment | undefined> {
  const changedIn = (command: ViewCommand) => (command.type === 'comments' ? command.changed : []);
  const isThere = (command: ViewCommand) => changedIn(command).some((comment) => comment.status === status);
  const commands = await commandsUntil(view, after, isThere);
  return commands.flatMap(changedIn).find((comment) => comment.status === status);
}
