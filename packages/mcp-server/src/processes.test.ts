import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';
import { canMount } from '@annotate-mcp/store/contract';

import { connectStdio, spawnStdio } from './testing/stdio-process.ts';

const undos: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

async function project(): Promise<{ root: string; store: Store }> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate mcp ')));
  undos.push(() => rmSync(root, { recursive: true, force: true }));
  const store = await openStore(undefined, { root });
  undos.push(() => store.close());
  return { root, store };
}

async function connect(root: string, options: Parameters<typeof connectStdio>[1] = {}) {
  const server = await connectStdio(root, options);
  undos.push(() => server.client.close());
  return server;
}

function changed(store: Store, condition: () => Promise<boolean>): Promise<void> {
  const done = Promise.withResolvers<undefined>();
  const check = () => void condition().then((isTrue) => isTrue && done.resolve(undefined), done.reject);
  void store.head().then((head) => {
    const subscription = store.subscribe(head, { event: check, error: done.reject });
    undos.push(() => subscription.close());
    check();
  });
  return done.promise;
}

function agentsUntil(store: Store, condition: (names: string[]) => boolean): Promise<void> {
  const done = Promise.withResolvers<undefined>();
  const subscription = store.agents.subscribe({
    agents: (agents) => condition(agents.map(({ agentName }) => agentName)) && done.resolve(undefined),
    error: done.reject,
  });
  undos.push(() => subscription.close());
  return done.promise;
}

describe('two servers on one store', () => {
  it.each(['legacy', 'modern'] as const)('are notified of each other’s changes (%s)', async (era) => {
    const { root, store } = await project();
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const [one, two] = [await connect(root, { era }), await connect(root, { name: 'codex', era })];
    await one.call('acknowledge', { id: uuidOf(1) });
    await expect(two.call('acknowledge', { id: uuidOf(1) })).rejects.toThrow(/held by claude-code/);
    const waiting = two.call('watch_annotations');
    await agentsUntil(store, (names) => names.includes('codex'));
    await one.call('release', { id: uuidOf(1) });
    expect(await waiting).toMatchObject({ status: 'annotations', annotations: [{ id: uuidOf(1) }] });
  });

  it('free the claims of a server that was killed, and remove its agent', { tags: 'full' }, async () => {
    const { root, store } = await project();
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const [doomed, other] = [await connect(root), await connect(root, { name: 'codex' })];
    await doomed.call('acknowledge', { id: uuidOf(1) });
    await other.call('list_sessions');
    process.kill(doomed.pid, 'SIGKILL');
    await changed(store, async () => (await store.get(uuidOf(1)))?.status === 'pending');
    await agentsUntil(store, (names) => names.length === 1 && names[0] === 'codex');
    await other.call('acknowledge', { id: uuidOf(1) });
  });
});

describe('a client', () => {
  it('that follows a resource hears of it when another process changes it, and of nothing else', async () => {
    const { root, store } = await project();
    const { client } = await connect(root);
    const heard: string[] = [];
    const done = Promise.withResolvers<undefined>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri);
      if (params.uri.endsWith('last')) done.resolve(undefined);
    });
    const page = (name: string) => `annotations://page/${encodeURIComponent(`/${name}`)}`;
    // As legal as our own spelling of it.
    const spelt = 'annotations://page/%2F%61';
    await client.subscribeResource({ uri: spelt });
    await client.subscribeResource({ uri: page('gone') });
    await client.subscribeResource({ uri: page('last') });
    await client.unsubscribeResource({ uri: page('gone') });
    for (const [n, path] of ['/b', '/a', '/gone', '/last'].entries()) {
      await store.add(sampleAnnotation({ id: uuidOf(n), pageUrl: path }));
    }
    await done.promise;
    expect(heard).toEqual([spelt, page('last')]);
  });

  it('with a channel gets a new comment while it is idle', async () => {
    const { root, store } = await project();
    const { client, call } = await connect(root, { flags: ['--channel'] });
    expect(client.getServerCapabilities()?.experimental).toHaveProperty('claude/channel');
    const heard = Promise.withResolvers<unknown>();
    client.fallbackNotificationHandler = async (notification) => heard.resolve(notification);
    await call('list_sessions');
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    expect(await heard.promise).toMatchObject({
      method: 'notifications/claude/channel',
      params: { content: expect.stringContaining(uuidOf(1)) as unknown, meta: { event: 'annotation' } },
    });
  });

  it('with a channel asks the person for a permission in the page, and gets the answer', async () => {
    const { root, store } = await project();
    const { client, call } = await connect(root, { flags: ['--channel'] });
    expect(client.getServerCapabilities()?.experimental).toHaveProperty('claude/channel/permission');
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    await call('acknowledge', { id: uuidOf(1) });
    const heard = Promise.withResolvers<unknown>();
    client.fallbackNotificationHandler = async (notification) => {
      if (notification.method.endsWith('/permission')) heard.resolve(notification);
    };
    const ask = (request_id: string, input_preview: string) =>
      client.notification({
        method: 'notifications/claude/channel/permission_request',
        params: { request_id, tool_name: 'Bash', description: 'Runs the tests', input_preview },
      });
    await ask('aaaaa', 'npm run first');
    await expect.poll(() => store.questions.list()).toHaveLength(1);
    const [first] = await store.questions.list();
    // The one before was answered in the terminal.
    await ask('bbbbb', '{"command":"npm test"}');
    await expect
      .poll(async () => (await store.questions.list()).map(({ id }) => id))
      .not.toContain(first?.id);
    await expect.poll(() => store.questions.list()).toHaveLength(1);
    const [question] = await store.questions.list();
    expect(question).toMatchObject({ kind: 'permission', title: 'Use Bash', annotationId: uuidOf(1) });
    const url = question?.url ?? '';
    const page = await (await fetch(url)).text();
    expect(page).toContain('npm test');
    const answer = { token: /data-token="([^"]+)"/.exec(page)?.[1], optionId: 'allow' };
    const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(answer) });
    expect(await heard.promise).toMatchObject({
      method: 'notifications/claude/channel/permission',
      params: { request_id: 'bbbbb', behavior: 'allow' },
    });
  });

  it('that disconnects ends its server, and its agent leaves the list', async () => {
    const { root, store } = await project();
    const { child, lines, ended } = spawnStdio(root);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'brief', version: '1' },
      },
    };
    child.stdin?.write(`${JSON.stringify(initialize)}\n`);
    const { value } = (await lines.next()) as { value: string };
    expect(JSON.parse(value)).toMatchObject({ id: 1, result: { serverInfo: { name: 'annotate' } } });
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    await agentsUntil(store, (names) => names.includes('brief'));
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
    expect(await store.agents.list()).toEqual([]);
  });
});

describe('a store that fails under a running server', () => {
  it('gives the agent a clear error, and is used again when it works', async () => {
    const { root, store } = await project();
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    await store.close();
    const file = join(root, '.annotate', 'store.db');
    const backup = join(root, 'backup.db');
    copyFileSync(file, backup);
    const { call } = await connect(root);
    await call('get_annotation', { id: uuidOf(1) });

    rmSync(file);
    writeFileSync(file, 'this is no database, and it is long enough to be told from an empty file');
    const failure = await call('get_annotation', { id: uuidOf(1) }).catch((error: unknown) => String(error));
    expect(failure).toMatch(/store\.db is damaged or is no SQLite database; it was left untouched.*--store/);

    rmSync(file);
    copyFileSync(backup, file);
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({ annotation: { id: uuidOf(1) } });
  });

  it('and stays locked is a clear error, and is used again when it is free', async () => {
    const { root, store } = await project();
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const { call } = await connect(root, { flags: ['--busy-ms=200'] });
    await call('list_sessions');
    const other = new DatabaseSync(join(root, '.annotate', 'store.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(call('acknowledge', { id: uuidOf(1) })).rejects.toThrow(
      /store\.db is locked by (process \d+|another process).*Try again/,
    );
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({
      annotation: { status: 'pending' },
    });
    other.exec('ROLLBACK');
    other.close();
    expect(await call('acknowledge', { id: uuidOf(1) })).toMatchObject({ ok: true });
  });

  // A full disk is made by mounting one, which takes rights that a developer's account may lack.
  it.runIf(canMount())('on a full disk is a clear error, and is used again when there is room', async () => {
    const { root: outside } = await project();
    const root = join(outside, 'disk');
    mkdirSync(root);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', root]);
    undos.push(() => execFileSync('umount', ['-l', root]));
    const store = await openStore(undefined, { root });
    undos.push(() => store.close());
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const { call } = await connect(root);
    await call('list_sessions');
    const ballast = join(root, 'ballast');
    fill(ballast);
    const long = { id: uuidOf(1), message: 'x'.repeat(20_000) };
    await expect(call('reply', long)).rejects.toThrow(/disk is full.*Free some disk space/);
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({ annotation: { replies: [] } });
    rmSync(ballast);
    expect(await call('reply', long)).toMatchObject({ ok: true });
  });

  it('and disappears is created again', async () => {
    const { root, store } = await project();
    const { call } = await connect(root);
    await call('get_all_pending');
    await store.close();
    // The server may write its heartbeat into the folder while it is removed.
    rmSync(join(root, '.annotate'), { recursive: true, maxRetries: 10 });
    expect(await call('get_all_pending')).toMatchObject({ annotations: [], total: 0 });
  });
});

function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4_096));
  } catch {
    // Full, which is what was wanted.
  } finally {
    closeSync(descriptor);
  }
}
