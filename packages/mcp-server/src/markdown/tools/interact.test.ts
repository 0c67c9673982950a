import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { commentOn, createMarkdownFixture, type ReviewClient } from '../../testing/review-clients.ts';

const text = [
  '# Plan',
  '',
  'We want to **ship** in May.',
  '',
  '## Risks',
  '',
  'The old server may not last.',
  '',
].join('\n');

describe('interact', () => {
  it('shows passages in the view, in the order of the commands', async () => {
    const { agent, view } = await opened();
    const { seq } = await view.call('poll_md_commands', { instance: 'a', after: null });
    await agent.interact(
      view.viewUUID,
      { type: 'scroll_to', blockId: 'h2-risks-1' },
      { type: 'highlight', quote: 'old server', label: 'here' },
      { type: 'scroll_to', lineStart: 3 },
    );
    const { commands } = await view.call('poll_md_commands', { instance: 'a', after: seq });
    expect(commands).toMatchObject([
      { command: { type: 'scroll_to', target: { blockId: 'h2-risks-1' } } },
      { command: { type: 'highlight', target: { quote: 'old server' }, label: 'here' } },
      { command: { type: 'scroll_to', target: { lineStart: 3, lineEnd: 3 } } },
    ]);
  });

  it.each([
    { target: { blockId: 'h2-nothing-1' }, says: 'has no block' },
    { target: { lineStart: 900 }, says: 'lines' },
    { target: { quote: 'not in there' }, says: 'does not have the text' },
    { target: { commentId: 'none' }, says: 'no comment none' },
    { target: {}, says: 'exactly one' },
    { target: { lineStart: 1, quote: 'Plan' }, says: 'exactly one' },
  ])('refuses to show $target and says what to do', async ({ target, says }) => {
    const { agent, view } = await opened();
    await expect(agent.interact(view.viewUUID, { type: 'scroll_to', ...target })).rejects.toThrow(says);
  });

  it('stops at the first error, says which it was and keeps the results before it', async () => {
    const { agent, view } = await opened();
    const failure = await failed(
      agent.interact(
        view.viewUUID,
        { type: 'set_mode', mode: 'review' },
        { type: 'resolve', commentId: 'none', message: 'Done.' },
        { type: 'set_mode', mode: 'edit' },
      ),
    );
    expect(failure).toMatchObject({
      index: 1,
      type: 'resolve',
      code: 'annotation/not-found',
      results: [{ type: 'set_mode', mode: 'review' }],
    });
    expect(failure.error).toMatch(/^commands\[1\] \(resolve\) failed: .*Those before it were carried out/);
    expect(await agent.interact(view.viewUUID, { type: 'get_state' })).toMatchObject([{ mode: 'review' }]);
  });

  it.each([
    { command: { type: 'reply', commentId: 'x' }, says: 'message' },
    { command: { type: 'get_state', filter: 'new' }, says: 'filter' },
    { command: { type: 'shout' }, says: 'commands.1.type' },
    { command: { type: 'get_comments', timeoutMs: 60_000 }, says: 'timeoutMs' },
  ])('carries nothing out when $command.type has wrong arguments', async ({ command, says }) => {
    const { agent, view } = await opened();
    const both = [{ type: 'set_mode', mode: 'review' }, command];
    await expect(agent.interact(view.viewUUID, ...both)).rejects.toThrow(says);
    expect(await agent.interact(view.viewUUID, { type: 'get_state' })).toMatchObject([{ mode: 'edit' }]);
  });

  it('says what to do when the view is unknown', async () => {
    const { agent } = await opened();
    await expect(agent.interact('of an earlier process', { type: 'get_state' })).rejects.toThrow(
      /There is no view .*of an earlier process.*open_markdown/,
    );
  });

  it('reports the state without drafts', async () => {
    const { agent, view } = await opened();
    await view.call('persist_comment', { comment: commentOn(text, 'ship') });
    const [state] = await agent.interact(view.viewUUID, { type: 'get_state' });
    expect(state).toMatchObject({ mode: 'edit', mirror: false, blocks: 4, comments: {}, openViews: 0 });
    expect(JSON.stringify(state)).not.toContain('draft');
  });

  it('replies and resolves; both texts are in the thread', async () => {
    const { agent, view } = await opened();
    const comment = commentOn(text, 'ship', 'Which product?');
    await view.call('submit_batch', { comments: [comment], mode: 'edit' });
    const results = await agent.interact(
      view.viewUUID,
      { type: 'reply', commentId: comment.id, message: 'The shop?' },
      { type: 'resolve', commentId: comment.id, message: 'Named it.' },
      { type: 'get_comments', filter: 'all' },
    );
    expect(results[1]).toMatchObject({ status: 'resolved' });
    expect(results[2]).toMatchObject({
      comments: [
        {
          status: 'resolved',
          replies: [
            { author: { type: 'agent', name: 'claude-code' }, message: 'The shop?' },
            { author: { type: 'agent', name: 'claude-code' }, message: 'Named it.' },
          ],
        },
      ],
    });
  });

  it('does not find a draft with any command', async () => {
    const { agent, view } = await opened();
    const draft = commentOn(text, 'ship');
    await view.call('persist_comment', { comment: draft });
    for (const type of ['resolve', 'reply', 'scroll_to']) {
      const words = type === 'scroll_to' ? {} : { message: 'Seen.' };
      await expect(agent.interact(view.viewUUID, { type, commentId: draft.id, ...words })).rejects.toThrow(
        `There is no comment ${draft.id}`,
      );
    }
  });

  it('writes the comments into the file', async () => {
    const { agent, view } = await opened();
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    const [result] = await agent.interact(view.viewUUID, { type: 'export_inline' });
    expect(result).toMatchObject({ exported: 1, fileMeta: { path: 'docs/plan.md' } });
  });
});

describe('get_pages', () => {
  it('returns each block as source and as rendered', async () => {
    const { agent, view } = await opened();
    const [pages] = await agent.interact(view.viewUUID, { type: 'get_pages', from: 'p-plan-1', limit: 1 });
    expect(pages).toMatchObject({
      blocks: [
        {
          id: 'p-plan-1',
          lines: [3, 3],
          source: 'We want to **ship** in May.',
          rendered: 'We want to ship in May.',
        },
      ],
      next: 'h2-risks-1',
      total: 4,
    });
    const [html] = await agent.interact(view.viewUUID, { type: 'get_pages', limit: 1, rendered: 'html' });
    expect(html).toMatchObject({ blocks: [{ rendered: expect.stringContaining('<h1') as string }] });
  });

  it('returns a long file in several results, which together have every block', async () => {
    const fixture = await createMarkdownFixture();
    const long = Array.from({ length: 120 }, (_, index) => `Paragraph ${index} ${'x'.repeat(2_000)}`);
    fixture.write('long.md', long.join('\n\n'));
    const agent = await fixture.connect();
    const { viewUUID } = await agent.open('long.md');
    expect(await allBlocks(agent, viewUUID)).toEqual(long);
  });

  it('cuts a very long block', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('wall.md', 'x'.repeat(500_000));
    const agent = await fixture.connect();
    const { viewUUID } = await agent.open('wall.md');
    const pages = await agent.interact(viewUUID, { type: 'get_pages' });
    expect(JSON.stringify(pages).length).toBeLessThan(60_000);
    expect(JSON.stringify(pages)).toContain('(cut;');
  });

  it('returns the current text after the file has changed', async () => {
    const { agent, view, file } = await opened();
    const { seq } = await view.call('poll_md_commands', { instance: 'a', after: null });
    writeFileSync(file, '# Another\n');
    await view.call('poll_md_commands', { instance: 'a', after: seq });
    const [pages] = await agent.interact(view.viewUUID, { type: 'get_pages' });
    expect(pages).toMatchObject({ blocks: [{ id: 'h1-another-1' }] });
  });
});

async function opened() {
  const fixture = await createMarkdownFixture();
  const file = fixture.write('docs/plan.md', text);
  const agent = await fixture.connect();
  return { fixture, file, agent, view: await agent.open('docs/plan.md') };
}

async function failed(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('It did not fail.');
  return JSON.parse(error.message) as Record<string, unknown>;
}

async function allBlocks(agent: ReviewClient, viewUUID: string): Promise<string[]> {
  const sources: string[] = [];
  let from: string | undefined;
  do {
    const [page] = await agent.interact(viewUUID, { type: 'get_pages', ...(from !== undefined && { from }) });
    const { blocks, next } = page as { blocks: { source: string }[]; next?: string };
    sources.push(...blocks.map(({ source }) => source));
    from = next;
  } while (from !== undefined);
  return sources;
}
