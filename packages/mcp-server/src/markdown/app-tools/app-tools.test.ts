import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { viewTools } from '@annotate-mcp/markdown/view-tools';

import { commentOn, createMarkdownFixture } from '../../testing/review-clients.ts';
import { commandsUntil } from '../testing/opened-plan.ts';
import { mostViews } from '../views/view-registry.ts';

const text = '\uFEFF# Plan\r\n\r\nWe want to ship in May 🚀.\r\n';

describe('a view tool', () => {
  it.each(viewTools.map(({ name }) => name))(
    '%s is refused to a model, with a hint what to use',
    async (tool) => {
      const { agent, view } = await opened();
      const told = /does not prove to come from it\. As an agent use interact/;
      for (const token of [undefined, '', 'guessed', `${view.token ?? ''}x`, 7]) {
        await expect(agent.call(tool, { viewUUID: view.viewUUID, token })).rejects.toThrow(told);
      }
      await expect(agent.call(tool)).rejects.toThrow(told);
    },
  );

  it('is refused to the view of another file', async () => {
    const { fixture, agent, view } = await opened();
    fixture.write('other.md', text);
    const other = await agent.open('other.md');
    await expect(
      agent.call('read_md_bytes', { viewUUID: view.viewUUID, token: other.token }),
    ).rejects.toThrow('markdown/not-the-view');
  });

  it('is refused after a restart of the server, with the hint to open the file again', async () => {
    const { view } = await opened();
    const { agent: later } = await opened();
    await expect(
      later.call('poll_md_commands', {
        viewUUID: view.viewUUID,
        token: view.token,
        instance: 'a',
        after: null,
      }),
    ).rejects.toThrow(/markdown\/unknown-view/);
  });

  it('is refused with the same hint for a view that was closed because too many were opened after it', async () => {
    const { fixture, agent, view } = await opened();
    fixture.write('other.md', text);
    for (let each = 0; each < mostViews; each++) await agent.open('other.md');
    await expect(view.call('read_md_bytes')).rejects.toThrow(/markdown\/unknown-view/);
    // The file can be opened again, and comments are kept then.
    const again = await agent.open('docs/plan.md');
    await again.call('persist_comment', { comment: commentOn(text, 'ship') });
  });

  it('works for a view with a copy, however many views are opened after it', async () => {
    const { fixture, agent, view } = await opened();
    fixture.write('other.md', text);
    await view.call('poll_md_commands', { instance: 'a', after: null });
    for (let each = 0; each < mostViews; each++) await agent.open('other.md');
    await view.call('persist_comment', { comment: commentOn(text, 'ship') });
  });

  it.each([
    { tool: 'poll_md_commands', input: { instance: '', after: null }, says: 'instance' },
    { tool: 'poll_md_commands', input: { instance: 'a', after: -1 }, says: 'after' },
    { tool: 'poll_md_commands', input: { instance: 'a', after: 0, waitMs: 600_000 }, says: 'waitMs' },
    { tool: 'persist_comment', input: { comment: { id: '../../x', text: 'x' } }, says: 'comment.id' },
    { tool: 'submit_batch', input: { comments: [], mode: 'delete' }, says: 'mode' },
    { tool: 'change_comment', input: { id: 'x', change: { type: 'explode' } }, says: 'change.type' },
    { tool: 'save_md', input: { bytes: '§', expectedSha: 'x' }, says: 'bytes' },
    { tool: 'read_md_bytes', input: { range: { start: -5, end: 3 } }, says: 'range.start' },
  ])('$tool says what is wrong with $input', async ({ tool, input, says }) => {
    const { view } = await opened();
    await expect(view.call(tool, input)).rejects.toThrow(says);
  });
});

describe('read_md_bytes', () => {
  it('returns exactly the bytes of the text, as a whole and in parts', async () => {
    const { view } = await opened();
    const { bytes, total } = await view.call('read_md_bytes');
    expect(decoded(bytes)).toBe(text);
    expect(total).toBe(Buffer.byteLength(text));
    const parts: Buffer[] = [];
    for (let start = 0; start < Number(total); start += 7) {
      const { bytes: part } = await view.call('read_md_bytes', { range: { start, end: start + 7 } });
      parts.push(Buffer.from(String(part), 'base64'));
    }
    expect(Buffer.concat(parts).toString('utf8')).toBe(text);
  });

  it('returns the text that the person saw when they submitted, although the file was edited by then', async () => {
    const { file, view } = await opened();
    const { snapshot, seq } = (await view.call('poll_md_commands', { instance: 'one', after: null })) as {
      snapshot: { reviewedSha: string | null };
      seq: number;
    };
    expect(snapshot.reviewedSha).toBeNull();
    const seenSha = view.fileMeta.sha;
    writeFileSync(file, text.replace('May', 'June'));
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit', seenSha });
    const commands = await commandsUntil(view, seq, ({ type }) => type === 'reviewed');
    expect(commands.at(-1)).not.toMatchObject({ reviewedSha: null });
    const { bytes } = await view.call('read_md_bytes', { version: 'reviewed' });
    expect(decoded(bytes)).toBe(text);
    expect(decoded((await view.call('read_md_bytes')).bytes)).toContain('June');
  });

  it('returns only what is different to a view that has the text before the edit', async () => {
    const { file, view } = await opened();
    const since = view.fileMeta.sha;
    const { seq } = (await view.call('poll_md_commands', { instance: 'one', after: null })) as {
      seq: number;
    };
    writeFileSync(file, text.replace('May', 'June'));
    await commandsUntil(view, seq, ({ type }) => type === 'file');
    const { bytes, kept } = await view.call('read_md_bytes', { since });
    expect(decoded(bytes)).toBe('June');
    expect(kept).toEqual({ start: text.indexOf('May'), end: text.length - text.indexOf('May') - 3 });
    expect(await view.call('read_md_bytes', { since: 'long-ago' })).not.toHaveProperty('kept');
  });

  it('cuts a range that goes beyond the end', async () => {
    const { view } = await opened();
    expect(await view.call('read_md_bytes', { range: { start: 1_000, end: 2_000 } })).toMatchObject({
      bytes: '',
    });
    expect(await view.call('read_md_bytes', { range: { start: 9, end: 3 } })).toMatchObject({ bytes: '' });
  });
});

describe('save_md', () => {
  it('writes the text when the file is as it was read', async () => {
    const { view, file } = await opened();
    const { fileMeta } = view;
    const next = text.replace('May', 'June');
    const saved = await view.call('save_md', { bytes: encoded(next), expectedSha: fileMeta.sha });
    expect(readFileSync(file, 'utf8')).toBe(next);
    expect(saved).toMatchObject({ fileMeta: { bytes: Buffer.byteLength(next) } });
  });

  it('refuses when another program has written the file since, and leaves that text', async () => {
    const { view, file } = await opened();
    writeFileSync(file, 'Theirs.');
    await expect(
      view.call('save_md', { bytes: encoded('Ours.'), expectedSha: view.fileMeta.sha }),
    ).rejects.toThrow('markdown/changed');
    expect(readFileSync(file, 'utf8')).toBe('Theirs.');
  });

  it('refuses bytes that are not UTF-8', async () => {
    const { view, file } = await opened();
    const bytes = Buffer.from([0xff, 0xfe, 0xfd]).toString('base64');
    await expect(view.call('save_md', { bytes, expectedSha: view.fileMeta.sha })).rejects.toThrow('UTF-8');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('change_comment', () => {
  it('applies the actions of a person to one comment', async () => {
    const { view } = await opened();
    const comment = commentOn(text, 'ship', 'First words.');
    await view.call('persist_comment', { comment });
    const change = async (asked: Record<string, unknown>) =>
      view.call('change_comment', { id: comment.id, change: asked });
    expect(await change({ type: 'edit', text: 'Better words.' })).toMatchObject({
      comment: { annotationText: 'Better words.', status: 'draft' },
    });
    expect(await change({ type: 'submit', mode: 'review' })).toMatchObject({
      comment: { status: 'pending', intent: 'review', store: 'sidecar' },
      nudge: {},
    });
    expect(await change({ type: 'resolve' })).toMatchObject({ comment: { status: 'resolved' } });
    expect(await change({ type: 'reopen' })).toMatchObject({ comment: { status: 'pending' }, nudge: {} });
    expect(await change({ type: 'delete' })).toMatchObject({ comment: { status: 'dismissed' } });
    expect(await change({ type: 'delete' })).toEqual({ comment: null });
    expect(await change({ type: 'delete' })).toEqual({ comment: null });
  });

  it('keeps a comment of "Answer now" when it is pinned', async () => {
    const { view } = await opened();
    const comment = commentOn(text, 'ship');
    await view.call('answer_now', { comment });
    expect(
      await view.call('change_comment', { id: comment.id, change: { type: 'move', to: 'sidecar' } }),
    ).toMatchObject({ comment: { store: 'sidecar' } });
  });
});

describe('change_review', () => {
  it('changes the mode, mirrors and exports', async () => {
    const { view, file } = await opened();
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    const change = async (asked: Record<string, unknown>) => view.call('change_review', { change: asked });
    expect(await change({ type: 'mode', mode: 'review' })).toMatchObject({ mode: 'review', mirror: false });
    expect(await change({ type: 'export_inline' })).toMatchObject({ exported: 1 });
    expect(readFileSync(file, 'utf8')).toContain('mdrev:');
    expect(await change({ type: 'mirror', mirror: true })).toMatchObject({ mirror: true });
  });
});

async function opened() {
  const fixture = await createMarkdownFixture();
  const file = fixture.write('docs/plan.md', text);
  const agent = await fixture.connect();
  return { fixture, file, agent, view: await agent.open('docs/plan.md') };
}

function decoded(base64: unknown): string {
  return Buffer.from(String(base64), 'base64').toString('utf8');
}

function encoded(words: string): string {
  return Buffer.from(words, 'utf8').toString('base64');
}
