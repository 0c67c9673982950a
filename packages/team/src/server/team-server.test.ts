/** The team server over real sockets and a real PostgreSQL: who gets in, what they may do, and how access ends. */
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { payload, TestTab } from '@annotate-mcp/hub/testing/tab';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { roles } from '../roles.ts';
import { bearer, connectAgent, isStatus, openTab } from '../testing/clients.ts';
import { createTeam } from '../testing/team.ts';
import { listTokens, revokeToken } from '../tokens.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

describe('without a valid token', () => {
  it('answers every address alike, whether the project exists or not', async () => {
    const team = await createTeam(postgres);
    const shop = await team.token('admin');
    const revoked = await team.token('admin');
    await revokeToken(team.database, (await listTokens(team.database))[0]?.id ?? '');
    const expired = await team.token('admin', { expiresAt: new Date(0) });
    const other = await team.token('admin', { project: 'other' });
    const { url } = await team.serve();
    const paths = [
      '/projects',
      '/p/shop/list',
      '/p/shop/mcp',
      '/p/none/mcp',
      '/p/shop/__annotate/api/annotations',
      '/p/none/__annotate/x',
    ];
    const bearers = [undefined, 'x', `${shop}x`, revoked, expired];
    const answers = new Set<string>();
    for (const path of [...paths, '/k/none/__annotate/overlay.js', '/metrics', '/p/shop'])
      for (const bearer of bearers) answers.add(await describeAnswer(`${url}${path}`, bearer));
    // A valid token of another project is worth nothing here, and does not tell either.
    for (const path of paths) answers.add(await describeAnswer(`${url}${path}`, other));
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^401 .*token\/unknown/);
  });

  it('opens no socket', async () => {
    const team = await createTeam(postgres);
    await team.token('viewer');
    const { url } = await team.serve();
    await expect(TestTab.open(`${url}/p/shop/__annotate`)).rejects.toThrow('401');
    await expect(TestTab.open(`${url}/p/none/__annotate`)).rejects.toThrow('401');
  });

  it('tells that it lives and whether it is ready, and nothing else', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
  });
});

it('refuses to listen for other machines before there is a token', async () => {
  const team = await createTeam(postgres);
  await expect(team.serve({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'team/no-tokens' });
  await team.token('admin');
  const { url } = await team.serve({ host: '0.0.0.0' });
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

describe('roles', () => {
  it('tell a page what it may do, and the server holds it', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const reviewer = await openTab(url, await team.token('reviewer', { name: 'Ada' }));
    await reviewer.resume();
    expect(await reviewer.request({ type: 'annotation:create', payload: payload(5) })).toMatchObject({
      type: 'message:done',
    });
    const viewer = await openTab(url, await team.token('viewer'));
    const hello = await viewer.resume();
    expect(hello[0]).toMatchObject({ type: 'session:created', may: [] });
    const [another] = await (await openTab(url, await team.token('reviewer'))).resume();
    expect(another).toMatchObject({ may: roles.reviewer });
    expect(hello).toContainEqual(
      expect.objectContaining({
        annotations: [expect.objectContaining({ id: uuidOf(5), authorName: 'Ada' })],
      }),
    );
    for (const message of [
      { type: 'annotation:create', payload: payload(6) },
      { type: 'annotation:reply', id: uuidOf(5), replyId: uuidOf(7), message: 'x' },
      { type: 'annotation:delete', id: uuidOf(5) },
      { type: 'batch:submit' },
    ] as const)
      expect(await viewer.request(message)).toMatchObject({ type: 'error', code: 'access/not-allowed' });
  });

  it('hold over HTTP as over the socket', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const send = async (role: 'viewer' | 'reviewer' | 'agent', body: object) => {
      const headers = {
        authorization: `Bearer ${await team.token(role)}`,
        'content-type': 'application/json',
        'x-annotate-author-secret': uuidOf(1),
      };
      const api = `${url}/p/shop/__annotate/api/annotations`;
      return fetch(api, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    expect((await send('viewer', payload(5))).status).toBe(403);
    expect((await send('agent', payload(5))).status).toBe(403);
    expect((await send('reviewer', payload(5))).status).toBe(201);
  });

  it('let only an administrator end what another person has written', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const [ada, bob, admin] = await Promise.all(
      (['reviewer', 'reviewer', 'admin'] as const).map(async (role) => openTab(url, await team.token(role))),
    );
    for (const tab of [ada, bob, admin]) await tab?.resume();
    await ada?.request({ type: 'annotation:create', payload: payload(5) });
    expect(await bob?.request({ type: 'annotation:delete', id: uuidOf(5) })).toMatchObject({
      code: 'lifecycle/not-allowed',
    });
    expect(
      await admin?.request({ type: 'annotation:edit', id: uuidOf(5), annotationText: 'x' }),
    ).toMatchObject({
      code: 'lifecycle/not-allowed',
    });
    expect(await admin?.request({ type: 'annotation:delete', id: uuidOf(5) })).toMatchObject({
      type: 'message:done',
    });
  });

  it('never make their user the person at the machine, not even an administrator', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const token = await team.token('admin', { name: 'Ada' });
    const tab = await openTab(url, token);
    const [hello] = await tab.resume({ name: 'Eve', authorSecret: uuidOf(9) });
    expect(hello).toMatchObject({ local: false, name: 'Ada' });
    const adopted = await tab.request({ type: 'annotation:adopt', id: uuidOf(5), trustRepository: true });
    expect(adopted).toMatchObject({ type: 'error', code: 'access/not-allowed' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const [method, path] of [
      ['POST', 'work/offer'],
      ['POST', 'open-file'],
      ['POST', `edits/${uuidOf(5)}/undo`],
      ['PATCH', 'stop-hook'],
    ] as const) {
      const answer = await fetch(`${url}/p/shop/__annotate/api/${path}`, { method, headers, body: '{}' });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  it('decide which tools an agent is offered', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const worker = await connectAgent(url, await team.token('agent'));
    const reader = await connectAgent(url, await team.token('viewer'));
    const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(worker)).toEqual(
      expect.arrayContaining(['acknowledge', 'resolve', 'watch_annotations']),
    );
    expect(await names(worker)).not.toContain('find_source');
    expect(await names(reader)).toContain('list_annotations');
    for (const tool of ['acknowledge', 'resolve', 'reply', 'dismiss', 'watch_annotations'])
      expect(await names(reader)).not.toContain(tool);
  });

  it('are of one project only', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const shop = await openTab(url, await team.token('reviewer'));
    await shop.resume();
    await shop.request({ type: 'annotation:create', payload: payload(5, 'secret of the shop') });
    const other = await team.token('admin', { project: 'other' });
    expect((await bearer(`${url}/p/shop/__annotate/api/annotations`, other)).status).toBe(401);
    const listed = await bearer(`${url}/p/other/__annotate/api/annotations`, other);
    expect(await listed.json()).toMatchObject({ annotations: [] });
    const agent = await connectAgent(url, other, 'other');
    expect(JSON.stringify(await agent.callTool({ name: 'list_annotations', arguments: {} }))).not.toContain(
      'secret',
    );
    // Nor by its id, which is not a secret: over MCP, over HTTP, and by a page.
    const claimed = await agent.callTool({ name: 'acknowledge', arguments: { id: uuidOf(5) } });
    expect(claimed.isError).toBe(true);
    expect(JSON.stringify(claimed)).not.toContain('secret');
    const removed = await fetch(`${url}/p/other/__annotate/api/annotations/${uuidOf(5)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${other}`, 'x-annotate-author-secret': uuidOf(1) },
    });
    expect(removed.status).toBe(404);
    await expect(openTab(url, other)).rejects.toThrow('401');
    const page = await openTab(url, other, 'other');
    expect(JSON.stringify(await page.resume())).not.toContain('secret');
    const reply = { type: 'annotation:reply', id: uuidOf(5), replyId: uuidOf(6), message: 'x' } as const;
    expect(await page.request(reply)).toMatchObject({ type: 'error', code: 'annotation/not-found' });
  });
});

describe('two servers on one database', () => {
  it('answer for each other: a comment made at one is claimed at the other and resolved at the first', async () => {
    const team = await createTeam(postgres);
    const [first, second] = [await team.serve(), await team.serve()];
    const page = await openTab(first.url, await team.token('reviewer'));
    await page.resume();
    await page.request({ type: 'annotation:create', payload: payload(5) });
    const token = await team.token('agent', { name: 'Claude of Ada' });
    const [here, there] = [await connectAgent(first.url, token), await connectAgent(second.url, token)];
    await there.callTool({ name: 'acknowledge', arguments: { id: uuidOf(5) } });
    const claimed = await page.first((message) => isStatus(message, 'acknowledged'));
    expect(claimed).toMatchObject({ annotation: { claim: { agentName: 'Claude of Ada' } } });
    const resolved = await here.callTool({
      name: 'resolve',
      arguments: { id: uuidOf(5), files: ['src/a.ts'] },
    });
    expect(resolved.isError).not.toBe(true);
    expect(await page.first((message) => isStatus(message, 'resolved'))).toBeDefined();
  });
});

it('keeps what an agent has claimed when the server that it used is stopped', { tags: 'full' }, async () => {
  const team = await createTeam(postgres);
  const [first, second] = [await team.serve(), await team.serve()];
  const page = await openTab(second.url, await team.token('reviewer'));
  await page.resume();
  await page.request({ type: 'annotation:create', payload: payload(5) });
  const token = await team.token('agent');
  const here = await connectAgent(first.url, token);
  await here.callTool({ name: 'acknowledge', arguments: { id: uuidOf(5) } });
  await page.first((message) => isStatus(message, 'acknowledged'));
  await here.close();
  await first.close();
  const there = await connectAgent(second.url, token);
  const resolved = await there.callTool({ name: 'resolve', arguments: { id: uuidOf(5) } });
  expect(resolved.isError).not.toBe(true);
  const moved = await page.until((message) => isStatus(message, 'resolved'));
  expect(moved.some((message) => isStatus(message, 'pending'))).toBe(false);
});

describe('access that ends', () => {
  it('closes the sockets and calls of a revoked token on every server', async () => {
    const team = await createTeam(postgres);
    const [first, second] = [await team.serve(), await team.serve()];
    const token = await team.token('admin');
    const tabs = [await openTab(first.url, token), await openTab(second.url, token)];
    for (const tab of tabs) await tab.resume();
    const agent = await connectAgent(second.url, token);
    const waiting = agent.callTool({ name: 'watch_annotations', arguments: { timeoutMs: 50_000 } });
    const ended = waiting.then(
      () => 'answered',
      () => 'broken off',
    );
    await expect.poll(() => team.logs.length).toBeGreaterThan(0);
    const [made] = await listTokens(team.database);
    await revokeToken(team.database, made?.id ?? '');
    expect(await Promise.all(tabs.map((tab) => tab.closed))).toEqual([4401, 4401]);
    expect(await ended).toBe('broken off');
    await expect(openTab(first.url, token)).rejects.toThrow('401');
  });

  it('lets a page connect again when only its rights have changed, and gives it the new ones', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const token = await team.token('reviewer');
    const tab = await openTab(url, token);
    await tab.resume();
    await team.database.query(`UPDATE team_tokens SET role = 'viewer'`);
    expect(await tab.closed).toBe(1012);
    const [hello] = await (await openTab(url, token)).resume();
    expect(hello).toMatchObject({ may: [] });
  });

  it('is noticed without notices too, as behind a pooler', { tags: 'full' }, async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve({ databaseUrl: `${team.databaseUrl}?listen=off` });
    const tab = await openTab(url, await team.token('viewer', { expiresAt: new Date(Date.now() + 60_000) }));
    await tab.resume();
    await team.database.query('UPDATE team_tokens SET expires_at = now()');
    expect(await tab.closed).toBe(4401);
  });
});

async function describeAnswer(url: string, token: string | undefined): Promise<string> {
  const response = await (token === undefined ? fetch(url) : bearer(url, token));
  const headers = [...response.headers].filter(([name]) => name !== 'date').map((pair) => pair.join(': '));
  return `${response.status} ${await response.text()} ${headers.join(', ')}`;
}
