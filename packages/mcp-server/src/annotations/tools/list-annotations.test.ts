import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { sampleOfSize, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../../testing/linked-client.ts';
import { connectedTab, idsOf, numbered } from '../../testing/numbered-annotations.ts';

describe('lists', () => {
  it('name a picture as a file that can be opened and a link to the thread, and so does get_annotation', async () => {
    const name = `${'a'.repeat(64)}.webp`;
    const { store, connect } = await startLinked();
    await store.add(numbered(1, { kind: 'page' }));
    await store.update(uuidOf(1), (page) =>
      page.kind === 'page' ? { ...page, screenshot: name, pictures: [name] } : page,
    );
    const { call } = await connect();
    const file = `.annotate/attachments/${name}`;
    const link = expect.stringMatching(`\\?annotate=${uuidOf(1)}$`) as unknown;
    expect(await call('get_all_pending')).toMatchObject({
      annotations: [{ screenshot: file, pictures: [file], link }],
    });
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({
      annotation: { screenshot: file, pictures: [file], link },
    });
  });

  it('tell the steps before in words, the last ten of them in lists', async () => {
    const { store, connect } = await startLinked();
    const steps = Array.from({ length: 12 }, (_, i) => ({
      kind: 'press' as const,
      key: 'Tab',
      secondsBefore: 12 - i,
    }));
    await store.add(numbered(1, { kind: 'page' }));
    await store.update(uuidOf(1), (page) => (page.kind === 'page' ? { ...page, steps } : page));
    const { call } = await connect();
    const lines = steps.map(({ secondsBefore }) => `${secondsBefore} s before: pressed Tab`);
    expect(await call('get_all_pending')).toMatchObject({ annotations: [{ steps: lines.slice(-10) }] });
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({ annotation: { steps: lines } });
  });

  it('tell in words what the person tried by hand, and that its texts are data', async () => {
    const { store, connect } = await startLinked();
    const tokens = { before: '--space-3', after: '--space-4' };
    const wishes = [
      { what: 'style' as const, name: 'padding', before: '12px', after: '16px', tokens },
      { what: 'text' as const, before: 'Sign in', after: 'Log in' },
    ];
    await store.add(numbered(1, { kind: 'element' }));
    await store.update(uuidOf(1), (one) => (one.kind === 'element' ? { ...one, wishes } : one));
    const { call } = await connect();
    const lines = ['padding 12px → 16px (--space-3 → --space-4, which exists)', 'text “Sign in” → “Log in”'];
    const pageDerived = expect.stringContaining('the texts and names in wishes') as unknown;
    expect(await call('get_all_pending')).toMatchObject({ annotations: [{ wishes: lines }], pageDerived });
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({
      annotation: { wishes: lines },
      pageDerived,
    });
  });

  it('are filtered, oldest first, with a cursor to continue', async () => {
    const { store, connect } = await startLinked();
    await store.sessions.save(connectedTab('tab-1'));
    await store.add(numbered(1, { sessionId: 'tab-1', pageUrl: '/a' }));
    await store.add(numbered(2, { kind: 'page', pageUrl: '/b', appId: 'blog' }));
    await store.add(numbered(3, { status: 'resolved', pageUrl: '/b' }));
    const { call } = await connect();
    expect(idsOf(await call('list_annotations'))).toEqual([1, 2, 3].map(uuidOf));
    expect(idsOf(await call('list_annotations', { status: 'resolved' }))).toEqual([uuidOf(3)]);
    expect(idsOf(await call('list_annotations', { pageUrl: '/b', kind: 'page' }))).toEqual([uuidOf(2)]);
    expect(idsOf(await call('list_page_notes'))).toEqual([uuidOf(2)]);
    expect(idsOf(await call('get_all_pending', { appId: 'blog' }))).toEqual([uuidOf(2)]);
    expect(idsOf(await call('get_pending', { sessionId: 'tab-1' }))).toEqual([uuidOf(1)]);
    expect(await call('get_session', { sessionId: 'tab-1' })).toMatchObject({
      session: { id: 'tab-1' },
      annotations: [{ id: uuidOf(1) }],
    });
    expect(await call('list_sessions')).toMatchObject({ sessions: [{ id: 'tab-1', active: true }] });
    const first = await call('get_all_pending', { limit: 1 });
    expect(idsOf(await call('get_all_pending', { limit: 1, cursor: first.nextCursor }))).toEqual([uuidOf(2)]);
  });

  it('find what was annotated in a tab that is forgotten by now', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1, { sessionId: 'long-ago', pageUrl: '/a' }));
    await store.add(numbered(2, { sessionId: 'long-ago', pageUrl: '/b', status: 'resolved' }));
    const { call } = await connect();
    expect(await call('list_sessions')).toMatchObject({ sessions: [] });
    expect(idsOf(await call('get_pending', { sessionId: 'long-ago' }))).toEqual([uuidOf(1)]);
    expect(idsOf(await call('list_annotations', { sessionId: 'long-ago' }))).toEqual([1, 2].map(uuidOf));
    expect(await call('get_session', { sessionId: 'long-ago' })).toMatchObject({
      session: { id: 'long-ago', active: false, url: '/b' },
      annotations: [{ id: uuidOf(1) }, { id: uuidOf(2) }],
    });
  });

  const many = process.env.ANNOTATE_TEST_FULL === '1' ? 10_000 : 1_000;
  it(`stay short with ${many} pending, and page through all`, async () => {
    const { store, connect } = await startLinked('memory:');
    for (let n = 1; n <= many; n++) await store.add(sampleOfSize(6_000, { id: uuidOf(n) }));
    const { call } = await connect();
    const answer = await call('watch_annotations');
    expect(answer).toMatchObject({
      status: 'annotations',
      count: many,
      nextCursor: expect.any(String) as unknown,
    });
    expect(JSON.stringify(answer).length).toBeLessThan(60_000);
    const page = await call('list_annotations', { limit: 100 });
    expect(JSON.stringify(page).length).toBeLessThan(60_000);
    const next = await call('list_annotations', { limit: 100, cursor: page.nextCursor });
    expect(idsOf(next)[0]).toBe(uuidOf(idsOf(page).length + 1));
  }, 120_000);

  it('stay short even if annotations are long', async () => {
    const { store, connect } = await startLinked();
    const { call } = await connect();
    const long = 'x'.repeat(20_000);
    for (let n = 1; n <= 8; n++) {
      const annotation = numbered(n, { annotationText: long });
      if (annotation.kind !== 'component') throw new Error('expected a component');
      const { componentName, selector, componentFilePath, domSnapshot, componentTreePath } = annotation;
      const inputs = { big: long };
      const target = { componentName, selector, componentFilePath, domSnapshot, componentTreePath, inputs };
      const replies = Array.from({ length: 20 }, (_, at) => ({
        id: uuidOf(at),
        createdAt: annotation.createdAt,
        author: 'user' as const,
        message: long,
      }));
      await store.add({
        ...annotation,
        inputs: { big: long },
        targets: Array.from({ length: 50 }, () => target),
        replies,
      });
    }
    for (const [tool, most] of [
      ['get_all_pending', 60_000],
      ['watch_annotations', 60_000],
      ['get_export', 900_000],
    ] as const) {
      const answer = await call(tool);
      expect(JSON.stringify(answer).length).toBeLessThan(most);
      expect(answer).toHaveProperty('nextCursor');
    }
  });

  it('say how many records cannot be read, and return the others', async () => {
    const { store, root, connect } = await startLinked();
    for (const n of [1, 2]) await store.add(numbered(n));
    const database = new DatabaseSync(join(root, '.annotate/store.db'));
    database.exec(`UPDATE annotations SET body = '{' WHERE id = '${uuidOf(1)}'`);
    database.close();
    const { call } = await connect();
    for (const tool of ['get_all_pending', 'list_annotations', 'watch_annotations']) {
      const answer = await call(tool);
      expect(idsOf(answer)).toEqual([uuidOf(2)]);
      expect(answer).toMatchObject({
        leftOut: expect.arrayContaining([
          expect.stringMatching(/^1 record of the store cannot be read.*doctor/),
        ]) as unknown,
      });
    }
  });

  it('export as Markdown', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1, { pageUrl: '/a' }));
    const { call } = await connect();
    expect(await call('get_export')).toMatchObject({
      markdown: expect.stringContaining('## /a — Cart') as unknown,
    });
    expect(await call('get_export', { pageUrl: '/b' })).toMatchObject({
      markdown: expect.stringContaining('No annotations.') as unknown,
    });
  });
});
