/** Attempts to get in without a valid secret, by the hundred. Who has one gets in meanwhile. */
import { randomBytes } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { inviteMember } from '../people/members.ts';
import { setOrigins } from '../projects.ts';
import { createTeam } from '../testing/team.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

const ada = { project: 'shop', name: 'Ada', email: null, role: 'reviewer' } as const;
const wrong = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`;
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };

function useLink(url: string, invite: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/join/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify({ invite }),
  });
}

function countsOf(answers: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('600 wrong links at once are refused without an error, and a link from another address works meanwhile', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const { secret } = await inviteMember(team.database, ada);
  const attack = Array.from({ length: 600 }, () => useLink(url, wrong('anni')));
  const own = await useLink(url, secret, elsewhere);
  const answers = await Promise.all(attack);
  expect(own.status).toBe(200);
  const counts = countsOf(answers);
  expect(Object.keys(counts)).toEqual(['403', '429']);
  expect(counts[429]).toBeGreaterThan(500);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ code: 'rate/attempts' });
});

describe('a hundred wrong secrets at once', () => {
  it.each([
    { what: 'tokens of agents', status: 401, ask: askMcp('annt') },
    {
      what: 'tokens of pages',
      status: 401,
      ask: (url: string) =>
        fetch(`${url}/p/shop/__annotate/api/annotations`, {
          headers: { authorization: `Bearer ${wrong('annt')}` },
        }),
    },
    {
      what: 'page keys',
      status: 401,
      ask: (url: string) => fetch(`${url}/k/${wrong('annk')}/__annotate/overlay.js`),
    },
    {
      what: 'sessions',
      status: 401,
      ask: (url: string) =>
        fetch(`${url}/projects`, { headers: { cookie: `annotate-key=${wrong('anns')}` } }),
    },
    {
      what: 'sessions that are to end',
      status: 200,
      ask: (url: string) =>
        fetch(`${url}/sign-out`, {
          method: 'POST',
          headers: { cookie: `annotate-key=${wrong('anns')}`, origin: url },
        }),
    },
  ])('as $what are refused without an error, and who has a right one gets in', async ({ ask, status }) => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const known = await team.token('admin');
    const read = (token: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/p/shop/__annotate/api/annotations`, {
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
    expect((await read(known)).status).toBe(200);
    const later = await team.token('admin');
    const attack = Array.from({ length: 120 }, () => ask(url));
    const [same, other] = await Promise.all([read(known), read(later, elsewhere)]);
    expect([same.status, other.status]).toEqual([200, 200]);
    const counts = countsOf(await Promise.all(attack));
    expect(Object.keys(counts).map(Number)).toEqual([status, 429]);
    expect(counts[429]).toBeGreaterThan(40);
  });
});

it('a page that loads hundreds of files at once with a right secret is no attempt', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve({ rateLimit: { perSecond: 1_000, burst: 1_000 } });
  const token = await team.token('reviewer');
  const headers = { authorization: `Bearer ${token}` };
  const files = Array.from({ length: 200 }, () => fetch(`${url}/p/shop/__annotate/overlay.js`, { headers }));
  expect(countsOf(await Promise.all(files))).toEqual({ 200: 200 });
});

it('a page whose session is over loads its files by its page key, and is no attempt for each of them', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const key = await team.token('viewer', { kind: 'pageKey' });
  const origin = 'https://staging.example';
  await setOrigins(team.database, 'shop', [origin]);
  const headers = { origin, cookie: `annotate-key=${wrong('anns')}` };
  const load = () => fetch(`${url}/k/${key}/__annotate/overlay.js`, { headers });
  for (let n = 0; n < 60; n++) expect((await load()).status).toBe(200);
});

function askMcp(prefix: string) {
  return (url: string) =>
    fetch(`${url}/p/shop/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${wrong(prefix)}`, 'content-type': 'application/json' },
      body: '{}',
    });
}
