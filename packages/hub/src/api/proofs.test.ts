import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  acknowledge,
  type Annotation,
  applied,
  discard,
  type ProofRecord,
  reopen,
  resolve,
} from '@annotate-mcp/core';
import { sampleAuthor, samplePageRecord, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { startHub } from '../testing/hub-server.ts';
import { payload } from '../testing/tab.ts';

const id = uuidOf(5);
const before = { side: 'before', takenAt: '2026-11-15T09:30:00.000Z', isFinal: true };
const after = { side: 'after', takenAt: '2026-11-15T09:40:00.000Z', isFinal: true };
const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ');

/** A hub with one annotation that was sent. */
async function sentAnnotation(options: Parameters<typeof startHub>[0] = {}) {
  const hub = await startHub(options);
  const tab = await hub.connect();
  await tab.resume();
  await tab.request({ type: 'annotation:create', payload: payload(5) });
  const report = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${hub.url}/__annotate/api/annotations/${id}/proof`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const upload = async () => {
    const answer = await fetch(`${hub.url}/__annotate/api/attachments`, {
      method: 'POST',
      headers: { 'content-type': 'image/webp' },
      body: new Uint8Array(webp),
    });
    return ((await answer.json()) as { name: string }).name;
  };
  const proofOf = async () => {
    const annotation = await hub.store.get(id);
    return annotation === null || annotation.kind === 'markdown' ? undefined : annotation.proof;
  };
  const move = (change: (one: Annotation) => Annotation) => hub.store.update(id, change);
  const files = () => readdirSync(join(hub.root, '.annotate/attachments'));
  return { ...hub, tab, report, upload, proofOf, move, files };
}

const record = (text?: string): ProofRecord => samplePageRecord(text);
const resolved = (one: Annotation) => resolve(one, sampleAuthor, sampleTime);
const agent = { type: 'agent', agentId: 'agent-1', agentName: 'claude-code' } as const;

describe('what a page showed', () => {
  it('is kept when it was sent, and compared when it was resolved', async () => {
    const { report, upload, proofOf, move } = await sentAnnotation();
    await report({ ...before, record: record('Sign in') });
    const picture = await upload();
    await report({ side: 'before', takenAt: before.takenAt, picture });
    const kept = await proofOf();
    expect(kept).toMatchObject({ before: { takenAt: before.takenAt, picture } });
    expect(kept?.before.record).toMatch(/\.json$/);

    await move(resolved);
    const answer = await report({ ...after, record: record('Log in') });
    expect(await answer.json()).toEqual({ isRecorded: true, verdict: 'changed' });
    expect((await proofOf())?.after).toMatchObject({
      verdict: 'changed',
      changes: [{ what: 'text', before: 'Sign in', after: 'Log in' }],
      outside: { count: 0 },
    });
  });

  it('is called unchanged only when the page has waited', async () => {
    const { report, proofOf, move } = await sentAnnotation();
    await report({ ...before, record: record() });
    await move(resolved);
    const early = await report({ ...after, isFinal: false, record: record() });
    expect(await early.json()).toEqual({ isRecorded: false, verdict: 'unchanged' });
    expect((await proofOf())?.after).toBeUndefined();
    await report({ ...after, record: record() });
    expect((await proofOf())?.after?.verdict).toBe('unchanged');
  });

  it('of a rule that does not apply now is settled when the page has changed after the file was written', async () => {
    const { report, proofOf, move, root } = await sentAnnotation();
    const seen = (color: string): ProofRecord => ({
      ...record(),
      rules: [{ selector: '.button:hover', applies: false, declarations: { color } }],
    });
    await report({ ...before, record: seen('red') });
    writeFileSync(join(root, 'shop.css'), '.button:hover { color: green; }');
    const edited = { files: [{ file: 'shop.css' }, { file: 'removed.css' }] };
    await move((one) => resolve(one, agent, sampleTime, undefined, { edited }));
    const written = statSync(join(root, 'shop.css')).mtimeMs;
    const look = async (ms: number) => {
      const changedAt = new Date(written + ms).toISOString();
      const answer = await report({ ...after, isFinal: false, changedAt, record: seen('green') });
      return (await answer.json()) as object;
    };
    expect(await look(-10)).toEqual({ isRecorded: false, verdict: 'inactive' });
    expect(await proofOf()).not.toHaveProperty('after');
    expect(await look(10)).toEqual({ isRecorded: true, verdict: 'inactive' });
  });

  it('of an element that is gone waits where the page may be loading what comes in its place', async () => {
    const { report, move, root } = await sentAnnotation();
    await report({ ...before, record: record() });
    writeFileSync(join(root, 'shop.ts'), '');
    const edited = { files: [{ file: 'shop.ts' }] };
    await move((one) => resolve(one, agent, sampleTime, undefined, { edited }));
    const look = async (left: ProofRecord) => {
      const changedAt = new Date(Date.now() + 1_000).toISOString();
      const answer = await report({ ...after, isFinal: false, changedAt, record: left });
      return (await answer.json()) as object;
    };
    const { layout } = record();
    const rest = layout.elements.filter(({ role }) => role !== 'target');
    const alone = { look: null, layout: { ...layout, elements: rest } };
    const loading = {
      ...alone,
      layout: { ...layout, elements: layout.elements.map(({ role: _, ...each }) => ({ ...each, tag: 'i' })) },
    };
    expect(await look(loading)).toMatchObject({ isRecorded: false });
    expect(await look(alone)).toEqual({ isRecorded: true, verdict: 'gone' });
  });

  it.each([
    ['changed', 'Log in', 'Sign in'],
    ['unchanged', 'Sign in', 'Log in'],
  ])('stays %s, whatever the page shows later', async (verdict, first, second) => {
    const { report, proofOf, move, store } = await sentAnnotation();
    await report({ ...before, record: record('Sign in') });
    await move(resolved);
    await report({ ...after, record: record(first) });
    const known = await proofOf();
    expect(known?.after?.verdict).toBe(verdict);
    const head = await store.head();
    const later = await report({ ...after, takenAt: '2026-11-15T09:42:00.000Z', record: record(second) });
    expect(await later.json()).toEqual({ isRecorded: false, verdict });
    expect(await proofOf()).toEqual(known);
    expect(await store.head()).toEqual(head);
  });

  it('is called broken at once, told once, and replaced when the page works again', async () => {
    const { report, proofOf, move, store } = await sentAnnotation();
    await report({ ...before, record: record('Sign in') });
    await move(resolved);
    const failure = { kind: 'overlay', message: 'Unexpected token', file: 'src/App.tsx', line: 3 };
    const broken = { ...record('Sign in'), failures: [failure] };
    const answer = await report({ ...after, isFinal: false, record: broken });
    expect(await answer.json()).toEqual({ isRecorded: true, verdict: 'broken' });
    expect((await proofOf())?.after).toMatchObject({ verdict: 'broken', changes: [], failure });
    const head = await store.head();
    await report({ ...after, takenAt: '2026-11-15T09:41:00.000Z', record: broken });
    expect(await store.head()).toEqual(head);
    await report({ ...after, takenAt: '2026-11-15T09:42:00.000Z', record: record('Log in') });
    expect((await proofOf())?.after).toMatchObject({ verdict: 'changed' });
    expect((await proofOf())?.after).not.toHaveProperty('failure');
  });

  describe('after its verdict', () => {
    const failing = (file: string): ProofRecord => ({
      ...record(),
      failures: [{ kind: 'overlay', message: 'Unexpected token', file, line: 3 }],
    });
    const judgedUnchanged = async () => {
      const started = await sentAnnotation();
      const { report, move, root } = started;
      await report({ ...before, record: record() });
      writeFileSync(join(root, 'shop.ts'), 'const');
      const doneAt = new Date();
      await move((one) =>
        resolve(one, agent, doneAt, undefined, { edited: { files: [{ file: 'shop.ts' }] } }),
      );
      await report({ ...after, takenAt: doneAt.toISOString(), record: record() });
      const later = new Date(doneAt.getTime() + 9_000).toISOString();
      const look = async (seen: ProofRecord, more = {}) => {
        const answer = await report({ ...after, takenAt: later, record: seen, ...more });
        return (await answer.json()) as object;
      };
      return { ...started, look, later };
    };
    const left = { isRecorded: false, verdict: 'unchanged' };

    it('becomes broken by an error that a slow dev server shows in the file of the edit', async () => {
      const { look, proofOf } = await judgedUnchanged();
      expect(await look(failing('other.ts'))).toEqual(left);
      expect(await look(failing('shop.ts'))).toEqual({ isRecorded: true, verdict: 'broken' });
      expect((await proofOf())?.after?.failure).toMatchObject({ file: 'shop.ts', line: 3 });
      const works = await look(record('Log in'), { takenAt: new Date(Date.now() + 60_000).toISOString() });
      expect(works).toEqual({ isRecorded: true, verdict: 'changed' });
    });

    it('becomes what an update of its own files shows, and nothing else does', async () => {
      const { look, later } = await judgedUnchanged();
      expect(await look(record('Log in'))).toEqual(left);
      expect(await look(record('Log in'), { codeAt: later })).toEqual({
        isRecorded: true,
        verdict: 'changed',
      });
      expect(await look(record('Welcome'), { codeAt: later })).toMatchObject({ isRecorded: false });
    });

    it('stays where a person has changed the file since', async () => {
      const { look, later, root } = await judgedUnchanged();
      const now = new Date(Date.now() + 5_000);
      utimesSync(join(root, 'shop.ts'), now, now);
      expect(await look(failing('shop.ts'))).toEqual(left);
      expect(await look(record('Log in'), { codeAt: later })).toEqual(left);
    });

    it('stays where an agent works on another annotation', async () => {
      const { look, tab, store } = await judgedUnchanged();
      await tab.request({ type: 'annotation:create', payload: payload(6) });
      await store.update(uuidOf(6), (one) => acknowledge(one, agent, new Date()));
      expect(await look(failing('shop.ts'))).toEqual(left);
    });
  });

  it('is not called broken by what an agent does for another annotation', async () => {
    const { tab, report, proofOf, move, store } = await sentAnnotation();
    await tab.request({ type: 'annotation:create', payload: payload(6) });
    await report({ ...before, record: record('Sign in') });
    await store.update(uuidOf(6), (one) => acknowledge(one, agent, sampleTime));
    const edited = { edited: { files: [{ file: 'src/Button.tsx' }] } };
    await move((one) => resolve(one, agent, sampleTime, undefined, edited));
    const failures = [{ kind: 'overlay', message: 'Unexpected token', file: 'src/App.tsx' }];
    const answer = await report({ ...after, record: { ...record('Sign in'), failures } });
    expect(await answer.json()).toEqual({ isRecorded: false, verdict: 'broken' });
    expect((await proofOf())?.after).toBeUndefined();
  });

  it('begins when an agent takes the annotation', async () => {
    const { report, proofOf, move } = await sentAnnotation();
    await report({ ...before, record: record('Sign in') });
    await move((one) => acknowledge(one, agent, sampleTime));
    const claimed = { ...before, lookedAt: 'claimed', takenAt: '2026-11-15T09:31:00.000Z' };
    await report({ ...claimed, record: record('Log in') });
    expect((await proofOf())?.before.takenAt).toBe(claimed.takenAt);
    await move((one) => resolve(one, agent, sampleTime));
    await report({ ...after, record: record('Log in') });
    expect((await proofOf())?.after?.verdict).toBe('unchanged');
  });

  it('of what an agent did in a worktree begins when it is applied', async () => {
    const { report, proofOf, move } = await sentAnnotation();
    await report({ ...before, record: record('Sign in') });
    const apart = { edited: { files: [{ file: 'src/Button.tsx' }], apart: true as const } };
    await move((one) => resolve(one, agent, sampleTime, undefined, apart));
    expect(await (await report({ ...after, record: record('Log in') })).json()).toEqual({
      isRecorded: false,
    });
    const other = { ...before, lookedAt: 'meanwhile', takenAt: '2026-11-15T09:36:00.000Z' };
    await report({ ...other, record: record('Log in') });
    expect((await proofOf())?.before.takenAt).toBe(other.takenAt);
    await move((one) => applied(one, { type: 'system' }, sampleTime));
    expect(await (await report({ ...other, takenAt: after.takenAt, record: record('x') })).json()).toEqual({
      isRecorded: false,
    });
    await report({ ...after, record: record('Enter') });
    expect((await proofOf())?.after).toMatchObject({
      verdict: 'changed',
      changes: [{ before: 'Log in', after: 'Enter' }],
    });
    await move((one) => discard(one, { type: 'system' }, sampleTime));
    expect(await proofOf()).toBeUndefined();
  });

  it('has nothing of what was changed for another annotation', async () => {
    const { tab, report, proofOf, move, store } = await sentAnnotation();
    await tab.request({ type: 'annotation:create', payload: payload(6) });
    await report({ ...before, record: record('Sign in') });
    for (const each of [id, uuidOf(6)])
      await store.update(each, (one) => acknowledge(one, agent, sampleTime));
    const edited = (...files: string[]) => ({ edited: { files: files.map((file) => ({ file })) } });
    await store.update(uuidOf(6), (one) =>
      resolve(one, agent, new Date('2026-11-15T09:35:00.000Z'), undefined, edited('src/Button.tsx')),
    );
    await report({
      ...before,
      lookedAt: 'meanwhile',
      takenAt: '2026-11-15T09:36:00.000Z',
      record: record('Log in'),
    });
    expect((await proofOf())?.meanwhile?.takenAt).toBe('2026-11-15T09:36:00.000Z');
    await move((one) => resolve(one, agent, sampleTime, undefined, edited()));
    await report({ ...after, record: record('Log in') });
    expect((await proofOf())?.after).toMatchObject({
      verdict: 'unchanged',
      changes: [],
      outside: { count: 0 },
    });
  });

  it('waits for its own change where it may show that for another annotation, and the page with it', async () => {
    const { tab, report, move, store, root } = await sentAnnotation();
    await tab.request({ type: 'annotation:create', payload: payload(6) });
    await report({ ...before, record: record('Sign in') });
    writeFileSync(join(root, 'Button.tsx'), '');
    const edited = { edited: { files: [{ file: 'Button.tsx' }] } };
    await store.update(uuidOf(6), (one) =>
      resolve(one, agent, new Date('2026-11-15T09:35:00.000Z'), undefined, edited),
    );
    await move((one) => resolve(one, agent, sampleTime, undefined, edited));
    const written = statSync(join(root, 'Button.tsx')).mtimeMs;
    const look = async (ms: number) => {
      const changedAt = new Date(written + ms).toISOString();
      const answer = await report({ ...after, isFinal: false, changedAt, record: record('Log in') });
      return (await answer.json()) as object;
    };
    expect(await look(-10)).toEqual({ isRecorded: false });
    expect(await look(10)).toEqual({ isRecorded: true, verdict: 'changed' });
  });

  it('before is that of the first page, and is taken anew after it was re-opened', async () => {
    const { report, proofOf, move } = await sentAnnotation();
    await report({ ...before, record: record('first') });
    await report({ ...before, takenAt: after.takenAt, record: record('second') });
    expect((await proofOf())?.before.takenAt).toBe(before.takenAt);
    await move(resolved);
    expect(await (await report({ ...before, record: record() })).json()).toEqual({ isRecorded: false });
    await move((one) => reopen(one, { type: 'person', authorId: one.authorId }, sampleTime));
    expect(await proofOf()).toBeUndefined();
    await report({ ...before, takenAt: after.takenAt, record: record('second') });
    expect((await proofOf())?.before.takenAt).toBe(after.takenAt);
  });

  it('is removed from the disk with its annotation, and when something newer replaces it', async () => {
    const { report, upload, move, files, store } = await sentAnnotation();
    await report({ ...before, record: record('first') });
    await report({ side: 'before', takenAt: before.takenAt, picture: await upload() });
    expect(files()).toHaveLength(2);
    await move(resolved);
    await move((one) => reopen(one, { type: 'person', authorId: one.authorId }, sampleTime));
    await expect.poll(() => files()).toEqual([]);
    await report({ ...before, record: record('second') });
    expect(files()).toHaveLength(1);
    await store.remove(id);
    await expect.poll(() => files()).toEqual([]);
  });

  it('is not compared with a record that is not there any more', async () => {
    const { report, proofOf, move } = await sentAnnotation();
    await move(
      (one) =>
        ({ ...one, proof: { before: { takenAt: before.takenAt, record: 'missing.json' } } }) as Annotation,
    );
    await move(resolved);
    expect(await (await report({ ...after, record: record() })).json()).toEqual({ isRecorded: false });
    expect((await proofOf())?.after).toBeUndefined();
  });
});

describe('a report is refused', () => {
  const token = 'q1W2e3R4t5Y6u7I8o9P0';

  it('from a visitor', async () => {
    const { report, proofOf } = await sentAnnotation({ guard: { token } });
    const answer = await report(
      { ...before, record: record() },
      {
        'x-forwarded-for': '203.0.113.9',
        authorization: `Bearer ${token}`,
        'x-annotate-author-secret': uuidOf(1),
      },
    );
    expect(answer.status).toBe(403);
    expect(await proofOf()).toBeUndefined();
  });

  it.each([
    ['without a record', { ...before }],
    ['with a verdict of its own instead of a record', { ...after, verdict: 'changed', changes: [] }],
    ['with a picture that is a path', { side: 'before', takenAt: before.takenAt, picture: '../secret.webp' }],
    [
      'with an element before its parent',
      {
        ...before,
        record: {
          look: null,
          layout: {
            conditions: { width: 1, dark: false },
            elements: [{ parent: 0, tag: 'a', nth: 1, drawn: '', inherited: '', box: [0, 0, 0, 0] }],
          },
        },
      },
    ],
  ])('%s', async (_, body) => {
    const { report, proofOf } = await sentAnnotation();
    expect((await report(body)).status).toBe(400);
    expect(await proofOf()).toBeUndefined();
  });

  it('inside of an annotation that a page sends', async () => {
    const { tab, store } = await sentAnnotation();
    const forged = { ...payload(6), proof: { before: { takenAt: before.takenAt, record: 'a.json' } } };
    await tab.request({ type: 'annotation:create', payload: forged });
    expect(await store.get(uuidOf(6))).not.toHaveProperty('proof');
  });
});
