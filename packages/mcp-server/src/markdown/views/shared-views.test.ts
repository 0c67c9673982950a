import { rmSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { ViewCommand } from '@annotate-mcp/markdown';

import { commentOn } from '../../testing/review-clients.ts';
import { commandsUntil, opened, snapshotOf, text } from '../testing/opened-plan.ts';

describe('several views of one file', () => {
  it('show the same', async () => {
    const { fixture, view } = await opened();
    const elsewhere = await (await fixture.connect({ name: 'vscode' })).open('docs/plan.md');
    const { seq } = await elsewhere.call('poll_md_commands', { instance: 'b', after: null });
    const draft = commentOn(text, 'ship');
    await view.call('persist_comment', { comment: draft });
    const { commands } = await elsewhere.call('poll_md_commands', { instance: 'b', after: seq });
    expect(commands).toMatchObject([
      { command: { type: 'comments', changed: [{ id: draft.id, status: 'draft' }] } },
    ]);
    expect((await snapshotOf(view)).comments).toEqual((await snapshotOf(elsewhere)).comments);
  });

  it('get the event that the file changed after the new anchors', async () => {
    const { file, view } = await opened();
    await view.call('submit_batch', { comments: [commentOn(text, 'old server')], mode: 'edit' });
    const { seq } = await view.call('poll_md_commands', { instance: 'b', after: null });
    writeFileSync(file, text.replace('# Plan\n', '# Plan\n\nA new beginning.\n'));
    const commands = await commandsUntil(view, Number(seq), ({ type }) => type === 'file');
    const moved = commands.findIndex(({ type }) => type === 'comments');
    expect(moved).toBeGreaterThanOrEqual(0);
    expect(commands[moved]).toMatchObject({
      changed: [{ anchor: { line_start: 7 }, anchorState: 'placed' }],
    });
    expect(moved).toBeLessThan(commands.findIndex(({ type }) => type === 'file'));
  });

  it('get the events that the file is gone and that it is back', async () => {
    const { file, view } = await opened();
    const { seq } = await view.call('poll_md_commands', { instance: 'b', after: null });
    rmSync(file);
    const isProblem = (command: ViewCommand) => command.type === 'problem' && command.problem !== null;
    await commandsUntil(view, Number(seq), isProblem);
    writeFileSync(file, text);
    await commandsUntil(
      view,
      Number(seq),
      ({ type, ...rest }) => type === 'problem' && 'problem' in rest && rest.problem === null,
    );
    expect((await snapshotOf(view)).problem).toBeNull();
  });
});
