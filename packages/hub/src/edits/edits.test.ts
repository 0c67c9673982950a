/** Who gets to see, open and undo what an agent changed, over real HTTP, and what becomes of the files. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { accept, adopt, type Annotation, type Edit, reopen, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { PatchFiles, TreeStates } from '@annotate-mcp/store/git';

import { answerQuestion, questionIn } from '../testing/consent-questions.ts';
import { startHub, temporaryFolder } from '../testing/hub-server.ts';

const id = uuidOf(1);
const token = 'q1W2e3R4t5Y6u7I8o9P0';
const visitor = {
  'x-forwarded-for': '203.0.113.9',
  authorization: `Bearer ${token}`,
  'x-annotate-author-secret': uuidOf(1),
};

/** A project in which an agent has made `One` to `Two` in `card ü.txt` and resolved an annotation. */
async function startEdited() {
  const root = temporaryFolder();
  // A file that only marks the root.
  rmSync(join(root, '.git'));
  const write = (text: string, file = 'card ü.txt') => writeFileSync(join(root, file), text);
  const read = (file = 'card ü.txt') => readFileSync(join(root, file), 'utf8');
  write('One\n');
  for (const args of [
    ['init', '--quiet'],
    ['add', '-A'],
    ['commit', '--quiet', '-m', 'x'],
  ])
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root });
  const edited = await recordEdit(root, () => write('Two\n'));
  const hub = await startHub({ root, guard: { token } });
  await hub.store.add(resolvedWith(edited));
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${hub.url}/__annotate/api/${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ...hub,
    root,
    write,
    read,
    edited,
    send,
    undo: () => send(`edits/${id}/undo`, { method: 'POST' }),
  };
}

async function recordEdit(root: string, edit: () => void): Promise<Edit> {
  const states = new TreeStates(root, { mostMs: 60_000 });
  onTestFinished(() => states.close());
  const before = await states.take();
  edit();
  const after = await states.take();
  if (!('tree' in before) || !('tree' in after)) throw new Error('There is no tree.');
  const diff = await states.compare(before.tree, after.tree, {});
  return { files: diff?.files ?? [], ...(await new PatchFiles(root).save(id, diff?.patch ?? '')) };
}

function resolvedWith(edited: Edit): Annotation {
  const annotation = { ...sampleAnnotation({ id, kind: 'page' }), appId: '.' };
  return resolve(annotation, sampleAgent, sampleTime, undefined, { edited });
}

describe('undo', () => {
  it('asks the person, takes the edit back and opens the comment, which waits for them', async () => {
    const { store, undo, read, write, root, edited } = await startEdited();
    write('of the person\n', 'other.txt');
    expect(await undo()).toEqual({ status: 202, body: { offered: true } });
    expect((await undo()).status).toBe(202);
    const { page } = await questionIn(store);
    expect(await store.questions.list()).toHaveLength(1);
    expect(page).toContain('card ü.txt');
    expect(page).toContain('<del>-One');
    expect(read()).toBe('Two\n');
    expect(await answerQuestion(store, 'undo')).toBe(200);
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');
    expect(await store.get(id)).toMatchObject({
      undoneAt: expect.any(String) as unknown,
      replies: [
        { author: 'user', message: 'Undone: what the agent changed in `card ü.txt` was taken back.' },
      ],
    });
    // The page says nothing of its person: who is at the machine acts for the author.
    const undone = await store.get(id);
    expect(undone?.replies[0]?.authorId).toBe(undone?.authorId);
    expect([read(), read('other.txt')]).toEqual(['One\n', 'of the person\n']);
    // The next agent is told of it.
    expect(undone?.tried).toMatchObject([{ takenBack: true, edited: { patch: edited.patch } }]);
    expect(existsSync(join(root, `.annotate/edits/${edited.patch}.patch`))).toBe(true);
    expect((await undo()).body).toMatchObject({ code: 'edit/none' });
  });

  it('changes nothing when the person keeps it, nor when a file was changed since', async () => {
    const { store, undo, read, write } = await startEdited();
    await undo();
    await answerQuestion(store, 'keep');
    await expect.poll(async () => (await store.questions.list()).length).toBe(0);
    expect(read()).toBe('Two\n');

    write('Three\n');
    const refused = await undo();
    expect(refused).toMatchObject({ status: 409, body: { code: 'edit/does-not-fit' } });
    expect(JSON.stringify(refused.body)).toContain('card ü.txt');
    expect(await store.questions.list()).toEqual([]);
  });

  it('says so in the page when a file was changed while the person was asked', async () => {
    const { store, connect, undo, read, write } = await startEdited();
    const tab = await connect();
    await tab.resume();
    await undo();
    await questionIn(store);
    write('Three\n');
    await answerQuestion(store, 'undo');
    expect(await tab.next('error')).toMatchObject({ code: 'edit/does-not-fit' });
    expect([read(), (await store.get(id))?.status]).toEqual(['Three\n', 'resolved']);
  });

  it('is not done for an edit that the person has not seen', async () => {
    const { root, store, undo, read, write } = await startEdited();
    await undo();
    await questionIn(store);
    const other = await recordEdit(root, () => write('other\n', 'other.txt'));
    await store.update(id, () => resolvedWith(other));
    await answerQuestion(store, 'undo');
    await expect.poll(async () => (await store.questions.list()).length).toBe(0);
    expect([read(), read('other.txt')]).toEqual(['Two\n', 'other\n']);
  });

  it('cannot be answered by a script of the annotated page, nor asked for by a visitor or a foreign page', async () => {
    const { url, store, undo, send, read } = await startEdited();
    const path = `edits/${id}/undo`;
    expect((await send(path, { method: 'POST', headers: visitor })).body).toMatchObject({
      code: 'edit/not-local',
    });
    expect((await send(`edits/${id}`, { headers: visitor })).body).toMatchObject({ code: 'edit/not-local' });
    const foreign = { origin: 'http://localhost:3000' };
    expect((await send(path, { method: 'POST', headers: foreign })).body).toMatchObject({
      code: 'origin/foreign',
    });
    expect((await send(path)).status).toBe(404);
    expect(await store.questions.list()).toEqual([]);
    // What a page sends along is not read.
    await send(path, { method: 'POST', body: JSON.stringify({ optionId: 'undo', answer: 'undo' }) });
    await undo();
    expect(await answerQuestion(store, 'undo', { origin: url })).toBe(403);
    expect([read(), (await store.get(id))?.status]).toEqual(['Two\n', 'resolved']);
  });
});

describe('a patch', () => {
  it('is shown by file, to pages on this machine', async () => {
    const { send } = await startEdited();
    const { status, body } = await send(`edits/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      diffs: [{ file: 'card ü.txt', patch: expect.stringContaining('-One\n+Two\n') as unknown }],
    });
    expect((await send(`edits/${uuidOf(9)}`)).body).toMatchObject({ code: 'annotation/not-found' });
  });

  it.each<{ name: string; forge: (edited: Edit, root: string) => Edit }>([
    { name: 'bytes that were replaced', forge: replaceBytes },
    { name: 'no seal', forge: ({ files, patch = '' }) => ({ files, patch }) },
    { name: 'the seal of another comment', forge: (edited) => ({ ...edited, seal: 'x'.repeat(43) }) },
  ])('with $name is neither shown nor undone, also after the comment was adopted', async ({ forge }) => {
    const { root, store, send, undo, edited } = await startEdited();
    await store.update(id, (annotation) =>
      adopt(resolvedWith(forge(edited, root)), personOf(annotation), new Date()),
    );
    await store.adopt([id]);
    expect((await send(`edits/${id}`)).body).toMatchObject({ code: 'edit/none' });
    expect((await undo()).body).toMatchObject({ code: 'edit/none' });
  });

  it.each<{ name: string; move: (annotation: Annotation) => Annotation | null }>([
    { name: 'removed', move: () => null },
    {
      name: 'opened again, and accepted without it',
      move: (annotation) => {
        const again = resolve(reopen(annotation, personOf(annotation), sampleTime), sampleAgent, sampleTime);
        return accept(again, personOf(again), sampleTime);
      },
    },
  ])('is removed when its annotation is $name', async ({ move }) => {
    const { root, store, edited } = await startEdited();
    const file = join(root, `.annotate/edits/${edited.patch}.patch`);
    await store.update(id, (annotation) => accept(annotation, personOf(annotation), sampleTime));
    expect(existsSync(file)).toBe(true);
    await store.update(id, move);
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(false);
  });
});

function replaceBytes(edited: Edit, root: string): Edit {
  writeFileSync(join(root, `.annotate/edits/${edited.patch}.patch`), 'diff --git a/x b/x\n');
  return edited;
}

function personOf({ authorId }: Annotation) {
  return { type: 'person', authorId } as const;
}
