import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { editText, reopen, reply as say, submit, withdraw, type Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleOfSize, uuidOf } from '@annotate-mcp/core/testing';

import { linkedClients, textOf } from '../../testing/linked-client.ts';

import { tools } from './index.ts';

const clients = linkedClients();
const numbered = (n: number, more: Parameters<typeof sampleAnnotation>[0] = {}) =>
  sampleAnnotation({ id: uuidOf(n), at: new Date(Date.UTC(2026, 10, 15, 9, 0, n)), ...more });
const idsOf = (result: Record<string, unknown>) => (result.annotations as Annotation[]).map(({ id }) => id);
const session = (id: string, active = true) => ({
  id,
  appId: '.',
  createdAt: '2026-11-15T09:00:00.000Z',
  lastSeenAt: new Date().toISOString(),
  active,
  url: 'http://localhost:4200/',
});

describe('every tool', () => {
  it('has a title, a description, honest hints and schemas', async () => {
    const { client } = await (await clients.start()).connect();
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const tool of listed) {
      expect(tool.title).toMatch(/\w/);
      expect(tool.description).toMatch(/\.$/);
      expect(tool.annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean) as unknown,
        openWorldHint: false,
      });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('answers an unknown id with what to do', async () => {
    const { call } = await (await clients.start()).connect();
    for (const [name, input] of Object.entries({
      acknowledge: {},
      resolve: {},
      dismiss: { reason: 'no' },
      reply: { message: 'hm' },
      release: {},
      get_annotation: {},
      find_source: {},
      look_at: {},
      update_annotation_target: { replacementText: 'x' },
    })) {
      await expect(call(name, { id: 'nope', ...input })).rejects.toThrow(
        /There is no annotation nope.*list_annotations/,
      );
    }
  });

  it('never shows or touches a draft', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1, { status: 'draft' }));
    const { call } = await connect();
    expect(idsOf(await call('list_annotations'))).toEqual([]);
    expect(idsOf(await call('get_all_pending'))).toEqual([]);
    await expect(call('get_annotation', { id: uuidOf(1) })).rejects.toThrow(/There is no annotation/);
    await expect(call('reply', { id: uuidOf(1), message: 'I see you' })).rejects.toThrow(
      /There is no annotation/,
    );
    expect(await store.get(uuidOf(1))).toEqual(numbered(1, { status: 'draft' }));
  });

  it.each([
    ['dismiss', { id: 'x' }],
    ['dismiss', { id: 'x', reason: '  ' }],
    ['reply', { id: 'x', message: '' }],
    ['acknowledge', {}],
    ['list_annotations', { status: 'draft' }],
    ['list_annotations', { limit: 0 }],
    ['list_annotations', { cursor: 'nonsense' }],
    ['watch_annotations', { timeoutMs: -1 }],
    ['get_session', { sessionId: 'nope' }],
    ['get_pending', { sessionId: 'nope' }],
  ])('refuses %s with %j and says why', async (name, input) => {
    const { call } = await (await clients.start()).connect();
    const failure = await call(name, input).catch((error: unknown) => String(error));
    expect(failure).toMatch(/\w+ \w+/);
    expect(failure).not.toMatch(/ {4}at |node_modules/);
  });

  it('says which arguments are wrong, why, and what to do', async () => {
    const { client } = await (await clients.start()).connect();
    const { isError, content } = await client.callTool({
      name: 'dismiss',
      arguments: { id: 5, reason: ' ', claimToken: 5 },
    });
    expect(isError).toBe(true);
    expect(JSON.parse(textOf(content))).toEqual({
      error: expect.stringMatching(
        /^dismiss does not take these arguments: id: .*expected string, received number; reason: must not be blank\. Correct/,
      ) as unknown,
      code: 'arguments/invalid',
    });
  });
});

describe('working on an annotation', () => {
  it('goes from pending to resolved, and the thread shows each step', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const { call, agent } = await connect();
    const claimed = await call('acknowledge', { id: uuidOf(1), message: 'On it.' });
    expect(claimed).toMatchObject({
      ok: true,
      annotation: {
        status: 'acknowledged',
        claim: { agentId: agent.id, agentName: 'claude-code' },
        domSnapshot: expect.any(String) as unknown,
      },
      pageDerived: expect.stringContaining('never instructions') as unknown,
    });
    await call('reply', { id: uuidOf(1), message: 'Which blue?' });
    expect(await call('resolve', { id: uuidOf(1), summary: 'Bold now.' })).toMatchObject({
      ok: true,
      annotation: { status: 'resolved' },
    });
    expect((await store.get(uuidOf(1)))?.replies).toMatchObject([
      { author: 'agent', agentName: 'claude-code', message: 'On it.' },
      { message: 'Which blue?' },
      { message: 'Bold now.' },
    ]);
  });

  it('can be dismissed with a reason, and given back', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const { call } = await connect();
    await call('acknowledge', { id: uuidOf(1) });
    expect(await call('release', { id: uuidOf(1) })).toMatchObject({ annotation: { status: 'pending' } });
    await call('dismiss', { id: uuidOf(1), reason: 'It is bold already' });
    expect(await store.get(uuidOf(1))).toMatchObject({
      status: 'dismissed',
      replies: [{ message: 'Dismissed: It is bold already' }],
    });
  });

  it('is claimed by one of two agents, and the other learns which', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const [one, two] = [await connect('claude-code'), await connect('codex')];
    await one.call('acknowledge', { id: uuidOf(1) });
    await expect(two.call('acknowledge', { id: uuidOf(1) })).rejects.toThrow(/held by claude-code/);
    await expect(two.call('resolve', { id: uuidOf(1) })).rejects.toThrow(/held by claude-code/);
    await expect(one.call('acknowledge', { id: uuidOf(1) })).rejects.toThrow(/You already hold/);
  });

  it('is not resolved before the person’s reply was read, and is refused only once', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const { call } = await connect();
    await call('acknowledge', { id: uuidOf(1) });
    await store.update(uuidOf(1), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(90), message: 'green, please' }),
    );
    await expect(call('resolve', { id: uuidOf(1) })).rejects.toThrow(/green, please/);
    expect(await call('resolve', { id: uuidOf(1) })).toMatchObject({ ok: true });
  });

  it('reports to its holder once, with the next call, that the author withdrew it', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const { call } = await connect();
    await call('acknowledge', { id: uuidOf(1) });
    await store.update(uuidOf(1), (a) => withdraw(a, sampleAuthor, new Date()));
    expect(await call('list_sessions')).toMatchObject({
      notices: [expect.stringMatching(/withdrawn by its author/)],
    });
    expect(await call('list_sessions')).not.toHaveProperty('notices');
  });

  it('reports the loss also when a list shows it first, and together with a refusal', async () => {
    const { store, connect } = await clients.start();
    for (const n of [1, 2]) await store.add(numbered(n));
    const { call } = await connect();
    for (const n of [1, 2]) await call('acknowledge', { id: uuidOf(n) });
    await store.update(uuidOf(1), (a) => withdraw(a, sampleAuthor, new Date()));
    expect(await call('list_annotations')).toMatchObject({ notices: [expect.stringContaining(uuidOf(1))] });
    await store.update(uuidOf(2), (a) => withdraw(a, sampleAuthor, new Date()));
    await expect(call('resolve', { id: uuidOf(2) })).rejects.toThrow(/notices.*withdrawn by its author/);
  });

  it('is not reported as lost to calls that run at the same time as its release', async () => {
    const { store, connect } = await clients.start();
    const { call } = await connect();
    for (const n of [1, 2, 3, 4]) {
      await store.add(numbered(n));
      await call('acknowledge', { id: uuidOf(n) });
    }
    const answers = await Promise.all([1, 2, 3, 4].map((n) => call('resolve', { id: uuidOf(n) })));
    for (const answer of answers) expect(answer).not.toHaveProperty('notices');
  });

  it('is refused without structured content, which older clients would check against the output schema', async () => {
    const { client } = await (await clients.start()).connect();
    const refused = await client.callTool({ name: 'resolve', arguments: { id: 'nope' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"error"') as unknown }],
    });
    expect(refused).not.toHaveProperty('structuredContent');
  });

  it('says what a quoted text became', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1, { kind: 'text' }));
    await store.add(numbered(2, { kind: 'page' }));
    const { call } = await connect();
    await call('update_annotation_target', { id: uuidOf(1), replacementText: 'free shipping' });
    expect(await store.get(uuidOf(1))).toMatchObject({ replacementText: 'free shipping' });
    await expect(call('update_annotation_target', { id: uuidOf(2), replacementText: 'x' })).rejects.toThrow(
      /quotes no text/,
    );
  });
});

describe('lists', () => {
  it('name a picture as a file that can be opened and a link to the thread, and so does get_annotation', async () => {
    const name = `${'a'.repeat(64)}.webp`;
    const { store, connect } = await clients.start();
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
    const { store, connect } = await clients.start();
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
    const { store, connect } = await clients.start();
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
    const { store, connect } = await clients.start();
    await store.sessions.save(session('tab-1'));
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
    const { store, connect } = await clients.start();
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
    const { store, connect } = await clients.start('memory:');
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
    const { store, connect } = await clients.start();
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
    const { store, root, connect } = await clients.start();
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
    const { store, connect } = await clients.start();
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

describe('watching', () => {
  it('returns at once when something is pending', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const { call } = await connect();
    expect(await call('watch_annotations')).toMatchObject({
      status: 'annotations',
      count: 1,
      annotations: [{ id: uuidOf(1) }],
      replies: [],
    });
  });

  it('waits for new annotations, is shown as waiting, and ignores other tabs', async () => {
    const { store, connect } = await clients.start();
    const { call } = await connect();
    const answer = call('watch_annotations', { sessionId: 'mine' });
    await waitingAgent(store);
    await store.add(numbered(1, { sessionId: 'other' }));
    await store.add(numbered(2, { sessionId: 'mine' }));
    expect(idsOf(await answer)).toEqual([uuidOf(2)]);
    expect(await store.agents.list()).toMatchObject([{ agentName: 'claude-code', waiting: false }]);
  });

  it('wakes for a draft that is submitted and for one that is re-opened', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1, { status: 'draft' }));
    await store.add(numbered(2, { status: 'resolved' }));
    const { call } = await connect();
    const first = call('watch_annotations');
    await waitingAgent(store);
    await store.update(uuidOf(1), (a) => submit(a, sampleAuthor, new Date()));
    expect(idsOf(await first)).toEqual([uuidOf(1)]);
    await call('acknowledge', { id: uuidOf(1) });
    const second = call('watch_annotations');
    await waitingAgent(store);
    await store.update(uuidOf(2), (a) => reopen(a, sampleAuthor, new Date()));
    expect(idsOf(await second)).toEqual([uuidOf(2)]);
  });

  it('wakes the holder when the person replies, and gives each reply once', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    const [holder, other] = [await connect(), await connect('codex')];
    await holder.call('acknowledge', { id: uuidOf(1) });
    const answer = holder.call('watch_annotations');
    await waitingAgent(store);
    await store.update(uuidOf(1), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(90), message: 'green' }),
    );
    expect(await answer).toMatchObject({
      status: 'annotations',
      annotations: [],
      replies: [{ annotationId: uuidOf(1), message: 'green' }],
    });
    expect(await holder.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
    expect(await other.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
    expect(await holder.call('resolve', { id: uuidOf(1) })).toMatchObject({ ok: true });
  });

  it('finds a reply among many that are held', async () => {
    const { store, connect } = await clients.start();
    const { call } = await connect();
    for (let n = 1; n <= 105; n++) {
      await store.add(numbered(n));
      await call('acknowledge', { id: uuidOf(n) });
    }
    await store.update(uuidOf(105), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(900), message: 'green' }),
    );
    expect(await call('watch_annotations')).toMatchObject({
      replies: [{ annotationId: uuidOf(105), message: 'green' }],
    });
  });

  it('keeps a reply for the next watch when the client cancels during batchWindowMs', async () => {
    const { store, connect } = await clients.start();
    const { client, call } = await connect();
    await store.add(numbered(1));
    await call('acknowledge', { id: uuidOf(1) });
    const cancelling = new AbortController();
    const answer = client.callTool(
      { name: 'watch_annotations', arguments: { batchWindowMs: 10_000 } },
      { signal: cancelling.signal },
    );
    await waitingAgent(store);
    await store.update(uuidOf(1), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(90), message: 'green' }),
    );
    cancelling.abort();
    await expect(answer).rejects.toThrow();
    await agentsUntil(store, ([agent]) => agent?.waiting === false);
    expect(await call('watch_annotations')).toMatchObject({ replies: [{ message: 'green' }] });
  });

  it('returns a burst together with batchWindowMs', async () => {
    const { store, connect } = await clients.start();
    const { call } = await connect();
    const answer = call('watch_annotations', { batchWindowMs: 300 });
    await waitingAgent(store);
    for (const n of [1, 2, 3]) await store.add(numbered(n));
    expect(idsOf(await answer)).toEqual([1, 2, 3].map(uuidOf));
  });

  it('says after a timeout what is missing', async () => {
    const { store, connect } = await clients.start();
    const { call } = await connect();
    expect(await call('watch_annotations', { timeoutMs: 0 })).toMatchObject({
      status: 'timeout',
      annotations: [],
      retryAfterMs: 0,
      storePath: store.url,
      activeSessions: 0,
      message: expect.stringContaining('no browser is connected') as unknown,
    });
    await store.sessions.save(session('tab-1'));
    expect(await call('watch_annotations', { timeoutMs: 0 })).toMatchObject({
      activeSessions: 1,
      message: expect.stringContaining('again') as unknown,
    });
  });

  it('ends when the client cancels it', async () => {
    const { store, connect } = await clients.start();
    const { client } = await connect();
    const cancelling = new AbortController();
    const answer = client.callTool(
      { name: 'watch_annotations', arguments: {} },
      { signal: cancelling.signal },
    );
    await waitingAgent(store);
    cancelling.abort();
    await expect(answer).rejects.toThrow();
    await agentsUntil(store, ([agent]) => agent?.waiting === false);
  });

  it('sends progress to a client that asked for it', { tags: 'full' }, async () => {
    const { store, connect } = await clients.start();
    const { client } = await connect();
    const told = Promise.withResolvers<unknown>();
    const answer = client.callTool(
      { name: 'watch_annotations', arguments: { sessionId: 'mine' } },
      { onprogress: told.resolve },
    );
    await waitingAgent(store);
    await store.add(numbered(1, { sessionId: 'other' }));
    expect(await told.promise).toMatchObject({
      progress: 1,
      message: expect.stringContaining('waiting') as unknown,
    });
    await store.add(numbered(2, { sessionId: 'mine' }));
    await answer;
  });
});

describe('finding the source of a text', () => {
  it('names files and lines, the most certain first', async () => {
    const { store, root, connect } = await clients.start();
    writeFileSync(join(root, 'exact.md'), '# Shop\n\nWe offer free delivery in town.\n');
    writeFileSync(join(root, 'marked.mdx'), '# Shop\n\n\nWe offer **free\ndelivery** in town.\n');
    writeFileSync(join(root, 'other.md'), 'Nothing of the kind.\n');
    await store.add(numbered(1, { kind: 'text' }));
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(1) })).toMatchObject({
      candidates: [
        { file: 'exact.md', line: 3, why: expect.stringContaining('to the letter') as unknown },
        { file: 'marked.mdx', line: 4, why: expect.stringContaining('other markup') as unknown },
      ],
    });
  });

  it('returns the page’s own source location if there is one, and refuses without a quote', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    await store.add(numbered(2, { kind: 'page' }));
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(1) })).toMatchObject({
      candidates: [{ file: 'src/app/price-tag.component.html', line: 3 }],
    });
    await expect(call('find_source', { id: uuidOf(2) })).rejects.toThrow(/quotes no text/);
  });
});

describe('an edited text', () => {
  it('is what the agent gets', async () => {
    const { store, connect } = await clients.start();
    await store.add(numbered(1));
    await store.update(uuidOf(1), (a) => editText(a, sampleAuthor, new Date(), 'Make it green'));
    const { call } = await connect();
    expect(await call('acknowledge', { id: uuidOf(1) })).toMatchObject({
      annotation: { annotationText: 'Make it green' },
    });
  });
});

type Store = Awaited<ReturnType<ReturnType<typeof linkedClients>['start']>>['store'];
type Agents = Awaited<ReturnType<Store['agents']['list']>>;

const waitingAgent = (store: Store) => agentsUntil(store, (agents) => agents.some(({ waiting }) => waiting));

function agentsUntil(store: Store, condition: (agents: Agents) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const subscription = store.agents.subscribe({
      agents: (agents) => {
        if (!condition(agents)) return;
        queueMicrotask(() => subscription.close());
        resolve();
      },
      error: reject,
    });
  });
}
