import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sampleAgent, uuidOf } from '@annotate-mcp/core/testing';

import { readMarkers } from '../markers/read-markers.ts';

import { createDocuments } from './documents.ts';
import type { MarkdownDocument } from './markdown-document.ts';
import {
  commentOn,
  follow,
  get,
  onEnd,
  opened,
  plan,
  project,
  until,
  useBench,
  wordsAt,
} from './testing/bench.ts';

useBench();

/** As in another checkout of the same repository, where only the file is. */
async function openedWithoutSidecar(place: Place, before: MarkdownDocument): Promise<MarkdownDocument> {
  await before.close();
  for (const folder of ['.claude', '.annotate']) rmSync(join(place.root, folder), { recursive: true });
  return opened(place);
}

type Place = ReturnType<typeof project>;

const storedIn = (root: string): string[] => {
  const folder = join(root, '.claude', 'md-comments');
  return readdirSync(folder).flatMap((name) =>
    [...get(join(folder, name)).matchAll(/^\{"id":"([^"]+)","kind"/gm)].map(([, id = '']) => id),
  );
};

describe('answer now', () => {
  it('is submitted at once, stays in memory, and leaves the batch alone', async () => {
    const place = project();
    const document = await opened(place);
    const [draft, asked] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
    await document.persist(draft);
    const events = follow(document);
    expect(await document.answerNow(asked)).toMatchObject({ status: 'pending', store: 'memory' });
    expect(events).toContainEqual({ type: 'submitted', ids: [asked.id], lane: 'now' });
    expect(document.comment(draft.id)?.status).toBe('draft');
    expect(storedIn(place.root)).toEqual([draft.id]);
  });

  it('removes a draft from the batch', async () => {
    const place = project();
    const document = await opened(place);
    const draft = commentOn(plan, 'ship in May');
    await document.persist(draft);
    await document.answerNow(draft);
    expect(document.comments()).toMatchObject([{ id: draft.id, status: 'pending', store: 'memory' }]);
    expect(storedIn(place.root)).toEqual([]);
    expect(await document.submit([], 'edit')).toMatchObject({ comments: [], ids: [] });
  });

  it('is still there when the last view was closed and another one opens', async () => {
    const place = project();
    const documents = createDocuments({ roots: () => [place.root] });
    onEnd(() => documents.close());
    const asked = commentOn(plan, 'The end is near');
    const first = await documents.open(place.file);
    await first.answerNow(asked);
    await first.close();
    writeFileSync(place.file, `Before it all.\n\n${plan}`);
    const second = await documents.open(place.file);
    expect(wordsAt(second, asked.id)).toBe('The end is near');
  });

  it('is kept in the sidecar when it is pinned', async () => {
    const place = project();
    const document = await opened(place);
    const asked = commentOn(plan, 'The end is near');
    await document.answerNow(asked);
    const events = follow(document);
    expect(await document.applyAction(asked.id, { type: 'move', to: 'sidecar' })).toMatchObject({
      store: 'sidecar',
      status: 'pending',
    });
    expect(storedIn(place.root)).toEqual([asked.id]);
    expect(events.map(({ type }) => type)).toEqual(['comments']);
    await expect(document.applyAction(asked.id, { type: 'move', to: 'memory' })).rejects.toMatchObject({
      code: 'annotation/invalid',
    });
  });
});

describe('export for sharing', () => {
  it('writes every submitted comment into the file, and no draft', async () => {
    const place = project();
    const document = await opened(place);
    const [may, end] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
    await document.submit([may, end], 'edit');
    await document.persist(commentOn(plan, 'fast enough', 'not said yet'));
    expect(await document.exportInline()).toBe(2);
    const raw = get(place.file);
    expect(raw).toContain('<!-- mdrev:');
    expect(raw).not.toContain('not said yet');
    expect(readMarkers(raw).text).toBe(plan);
    expect(document.text).toBe(plan);
    expect(document.comments().map(({ store }) => store)).toEqual(['sidecar', 'sidecar', 'sidecar']);
    expect(await document.exportInline()).toBe(2);
    expect(get(place.file)).toBe(raw);
  });

  it('is imported where the file is opened without its sidecar', async () => {
    const place = project();
    const document = await opened(place);
    const may = commentOn(plan, 'ship in May');
    await document.submit([may], 'review');
    await document.agentMove(may.id, 'reply', sampleAgent, { id: uuidOf(5), message: 'April?' });
    await document.exportInline();
    const { fingerprint: _, ...anchor } = document.comment(may.id)?.anchor ?? may.anchor;
    const before = { ...document.comment(may.id), anchor };
    const imported = await openedWithoutSidecar(place, document);
    expect(imported.importedComments).toBe(1);
    expect(imported.text).toBe(plan);
    expect(imported.comments()).toEqual([{ ...before, store: 'inline' }]);
  });

  it('is worked on where it is imported: replied to, approved and resolved, and the file has it all', async () => {
    const place = project();
    const document = await opened(place);
    const may = commentOn(plan, 'ship in May');
    await document.submit([may], 'review');
    await document.exportInline();
    const imported = await openedWithoutSidecar(place, document);
    const events = follow(imported);
    await imported.applyAction(may.id, { type: 'reply', replyId: uuidOf(9), text: 'Or June' });
    await imported.applyAction(may.id, { type: 'approve' });
    expect(events).toContainEqual({ type: 'submitted', ids: [may.id], lane: 'batch' });
    await imported.agentMove(may.id, 'resolve', sampleAgent, { id: uuidOf(8), message: 'done' });
    expect(readMarkers(get(place.file)).comments).toMatchObject([
      {
        id: may.id,
        status: 'resolved',
        intent: 'edit',
        replies: [{ message: 'Or June' }, { message: 'done' }],
      },
    ]);
  });

  it.each([false, true])('is taken back and loses nothing (mirror: %s)', async (mirror) => {
    const place = project(`${plan}\n<!-- mdrev: by hand -->\n`);
    const document = await opened(place);
    const [may, end] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
    await document.submit([may, end], 'edit');
    await document.applyAction(end.id, { type: 'move', to: 'inline' });
    await document.exportInline();
    if (mirror) await document.setMirror(true);
    const before = document.comments();
    const marked = get(place.file);
    expect(await document.removeMarkers()).toBe(3);
    expect(get(place.file)).not.toContain('mdrev');
    expect(readMarkers(marked).text).toBe(get(place.file));
    expect(document.mirror).toBe(false);
    expect(document.comments()).toEqual(before.map((comment) => ({ ...comment, store: 'sidecar' })));
    expect((await opened(place)).comments()).toEqual(document.comments());
    expect(await document.removeMarkers()).toBe(0);
    expect(await document.exportInline()).toBe(3);
    expect(readMarkers(get(place.file)).comments).toHaveLength(3);
  });

  it('does not restore a deleted comment', async () => {
    const place = project();
    const document = await opened(place);
    const [may, end] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
    await document.submit([may, end], 'edit');
    await document.exportInline();
    await document.applyAction(may.id, { type: 'delete' });
    expect(document.comment(may.id)).toMatchObject({ status: 'dismissed', store: 'sidecar' });
    expect(readMarkers(get(place.file)).comments.map(({ id }) => id)).toEqual([end.id]);
    expect(await document.applyAction(may.id, { type: 'delete' })).toBeNull();
    await document.applyAction(end.id, { type: 'resolve' });
    expect(await document.applyAction(end.id, { type: 'delete' })).toBeNull();
    expect(get(place.file)).toBe(plan);
    expect(document.comments()).toEqual([]);
  });

  it('takes over what other programs write into the markers', async () => {
    const place = project();
    const document = await opened(place);
    const may = commentOn(plan, 'ship in May');
    await document.submit([may], 'edit');
    await document.exportInline();
    const colleague = project(get(place.file));
    const theirs = await opened(colleague);
    await theirs.applyAction(may.id, { type: 'reply', replyId: uuidOf(9), text: 'June is better' });
    await document.agentMove(may.id, 'resolve', sampleAgent, { id: uuidOf(8), message: 'done' });
    writeFileSync(place.file, get(colleague.file));
    await until(document, () => document.comment(may.id)?.replies.length === 2);
    expect(document.comment(may.id)).toMatchObject({ status: 'resolved', store: 'sidecar' });
    expect(
      document
        .comment(may.id)
        ?.replies.map(({ id }) => id)
        .sort(),
    ).toEqual([uuidOf(8), uuidOf(9)]);
  });
});

describe('a comment in the file', () => {
  async function inline() {
    const place = project();
    const first = await opened(place);
    const may = commentOn(plan, 'ship in May');
    await first.submit([may], 'review');
    await first.exportInline();
    return { place, document: await openedWithoutSidecar(place, first), id: may.id };
  }

  it('is replied to, approved, resolved and deleted like any other', async () => {
    const { place, document, id } = await inline();
    const kept = () => readMarkers(get(place.file)).comments[0];
    await document.applyAction(id, { type: 'reply', replyId: uuidOf(9), text: 'or June' });
    expect(kept()?.replies).toMatchObject([{ message: 'or June' }]);
    const events = follow(document);
    await document.applyAction(id, { type: 'approve' });
    expect(events).toContainEqual({ type: 'submitted', ids: [id], lane: 'batch' });
    expect(kept()?.intent).toBe('edit');
    await document.agentMove(id, 'resolve', sampleAgent, { id: uuidOf(8), message: 'done' });
    expect(kept()).toMatchObject({ status: 'resolved', store: 'inline' });
    expect(await document.applyAction(id, { type: 'delete' })).toBeNull();
    expect(get(place.file)).toBe(plan);
    expect(existsSync(join(place.root, '.claude', 'md-comments')) && storedIn(place.root)).toEqual([]);
  });

  it('leaves the file when it is withdrawn, and an agent still learns of it', async () => {
    const { place, document, id } = await inline();
    expect(await document.applyAction(id, { type: 'delete' })).toMatchObject({
      status: 'dismissed',
      store: 'memory',
    });
    expect(get(place.file)).toBe(plan);
    expect(document.comment(id)?.status).toBe('dismissed');
  });

  it('moves into the sidecar and back', async () => {
    const { place, document, id } = await inline();
    const raw = get(place.file);
    expect(await document.applyAction(id, { type: 'move', to: 'sidecar' })).toMatchObject({
      store: 'sidecar',
    });
    expect(get(place.file)).toBe(plan);
    expect(storedIn(place.root)).toEqual([id]);
    expect(await document.applyAction(id, { type: 'move', to: 'inline' })).toMatchObject({ store: 'inline' });
    expect(get(place.file)).toBe(raw);
    expect(storedIn(place.root)).toEqual([]);
  });

  it('follows edits of the file, also when it is opened again', async () => {
    const { place, document, id } = await inline();
    const edited = get(place.file).replace('# Plan', '# The plan\n\nA new beginning.');
    writeFileSync(place.file, edited);
    await until(document, () => document.text.includes('beginning'));
    expect(wordsAt(document, id)).toBe('ship in May');
    await document.close();
    const again = await opened(place);
    expect(wordsAt(again, id)).toBe('ship in May');
    expect(get(place.file)).toBe(edited);
  });
});

describe('the sidecar', () => {
  it('is at the project root under the hash of the path, and git sees it when the review is shared', async () => {
    const place = project();
    execFileSync('git', ['init', '-q', place.root]);
    const document = await opened(place);
    await document.persist(commentOn(plan, 'ship in May'));
    await document.share();
    const status = execFileSync('git', ['status', '--porcelain', '-uall'], {
      cwd: place.root,
      encoding: 'utf8',
    });
    const sha1 = execFileSync('sha1sum', { input: 'docs/plan.md', encoding: 'utf8' }).slice(0, 40);
    expect(status.trim().split('\n').sort()).toEqual([
      '?? .claude/md-comments/.gitignore',
      `?? .claude/md-comments/${sha1}.json`,
      '?? docs/plan.md',
    ]);
  });

  it('does not let an agent change or find a draft', async () => {
    const document = await opened(project());
    const draft = commentOn(plan, 'ship in May');
    await document.persist(draft);
    await expect(
      document.agentMove(draft.id, 'resolve', sampleAgent, { id: uuidOf(1), message: 'done' }),
    ).rejects.toMatchObject({ code: 'annotation/not-found' });
  });
});
