/** What the team server serves besides: staging pages, limits, logs, metrics, and its end. */
import { request } from 'node:http';

import { beforeAll, describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { payload, TestTab } from '@annotate-mcp/hub/testing/tab';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { setOrigins } from '../projects.ts';
import { bearer, openTab, signIn } from '../testing/clients.ts';
import { createTeam } from '../testing/team.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

const staging = 'https://staging.example.com';

describe('a page key', () => {
  it('serves the overlay and the socket to the origins of its project, and to no other page', async () => {
    const team = await createTeam(postgres);
    const key = await team.token('reviewer', { kind: 'pageKey' });
    await setOrigins(team.database, 'shop', [staging]);
    const { url } = await team.serve();
    const script = `${url}/k/${key}/__annotate/overlay.js`;
    const page = { origin: staging, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' };
    const loaded = await fetch(script, { headers: page });
    expect(loaded.status).toBe(200);
    expect(loaded.headers.get('access-control-allow-origin')).toBe(staging);
    const evil = await fetch(script, { headers: { ...page, origin: 'https://evil.example' } });
    expect(evil.status).toBe(403);
    expect(evil.headers.get('access-control-allow-origin')).toBeNull();
    await expect(
      TestTab.open(`${url}/k/${key}/__annotate`, { origin: 'https://evil.example' }),
    ).rejects.toThrow('403');
    const tab = await TestTab.open(`${url}/k/${key}/__annotate`, { origin: staging });
    await tab.resume();
    expect(await tab.request({ type: 'annotation:create', payload: payload(5) })).toMatchObject({
      type: 'message:done',
    });
  });

  it('is of no use to a program, which comes from no origin, or to a page of the server that is not listed', async () => {
    const team = await createTeam(postgres);
    const key = await team.token('reviewer', { kind: 'pageKey' });
    await setOrigins(team.database, 'shop', [staging]);
    const { url } = await team.serve();
    const { cookie } = await signIn(team, url);
    const hub = `${url}/k/${key}/__annotate`;
    const own = { origin: url, 'sec-fetch-site': 'same-origin' };
    const tries: Record<string, string>[] = [
      {},
      own,
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'null' },
      { cookie },
    ];
    for (const headers of tries) {
      for (const path of ['overlay.js', 'api/annotations']) {
        const answer = await fetch(`${hub}/${path}`, { headers });
        expect([path, headers, answer.status]).toEqual([path, headers, 403]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
      expect([headers, await statusOfUpgrade(hub, headers)]).toEqual([headers, 403]);
    }
    // A person who is signed in there, too, at a page that is listed.
    const answer = await fetch(`${hub}/api/annotations`, { headers: { cookie, origin: staging } });
    expect(answer.status).toBe(200);
  });

  it('is of no use to an agent, and cannot be made for one', async () => {
    const team = await createTeam(postgres);
    const key = await team.token('reviewer', { kind: 'pageKey' });
    const { url } = await team.serve();
    expect((await bearer(`${url}/p/shop/mcp`, key)).status).toBe(401);
    await expect(team.token('agent', { kind: 'pageKey' })).rejects.toMatchObject({
      code: 'team/bad-options',
    });
  });
});

it('limits the requests of one token, and says when to come back', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve({ rateLimit: { perSecond: 0.1, burst: 2 } });
  const [busy, calm] = [await team.token('viewer'), await team.token('viewer')];
  const api = `${url}/p/shop/__annotate/api/annotations`;
  expect([(await bearer(api, busy)).status, (await bearer(api, busy)).status]).toEqual([200, 200]);
  const refused = await bearer(api, busy);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await bearer(api, calm)).status).toBe(200);
});

describe('logs and metrics', () => {
  it('have no secret, no text of a person and no name of a project', async () => {
    const team = await createTeam(postgres);
    await setOrigins(team.database, 'shop', [staging]);
    const { url } = await team.serve({ metricsToken: 'm'.repeat(20) });
    const [token, key] = [await team.token('reviewer'), await team.token('reviewer', { kind: 'pageKey' })];
    const tab = await openTab(url, token);
    await tab.resume();
    await tab.request({ type: 'annotation:create', payload: payload(5, 'words of a person') });
    await fetch(`${url}/k/${key}/__annotate/overlay.js`, { headers: { origin: staging } });
    await bearer(`${url}/p/shop/__annotate/api/annotations?page=/words`, token);
    const metrics = await (await bearer(`${url}/metrics`, 'm'.repeat(20))).text();
    expect(metrics).toContain('annotate_open_connections{kind="page"} 1');
    for (const text of [metrics, team.logs.join('\n')])
      for (const secret of [token, key, 'words', 'annt_', 'annk_', uuidOf(1)])
        expect(text).not.toContain(secret);
    expect(metrics).not.toContain('shop');
  });
});

describe('draining', () => {
  it('tells pages to connect again, lets agents go, finishes what is under way and frees the port', async () => {
    const team = await createTeam(postgres);
    const server = await team.serve();
    const tab = await openTab(server.url, await team.token('reviewer'));
    await tab.resume();
    await server.close();
    expect(await tab.closed).toBe(1012);
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  });
});

/** Of a request for a socket with these headers and no Origin beside them, as a program sends it. */
async function statusOfUpgrade(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const socket = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const asked = request(url, { headers: { ...socket, ...headers } })
    .once('response', ({ statusCode }) => resolve(statusCode))
    .once('upgrade', ({ statusCode }) => resolve(statusCode))
    .once('error', reject);
  asked.end();
  const status = await promise;
  asked.destroy();
  return status;
}
