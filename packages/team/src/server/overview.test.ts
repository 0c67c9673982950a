/** What the server answers to its own page at `/`: whose data it is, and that filters, search and paging are the database's. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { type Annotation, pageActor, reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import type { ChoicesAnswer, ListAnswer, ProjectsAnswer } from '../overview/answers.ts';
import { signIn } from '../testing/clients.ts';
import { createTeam, type Team } from '../testing/team.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

describe('the page at /', () => {
  it('is the same for everyone, and asks only its own server', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { cookie } = await signIn(team, url);
    const [out, signedIn] = [await fetch(url), await fetch(url, { headers: { cookie } })];
    const html = await out.text();
    expect(html).toBe(await signedIn.text());
    expect(html).toContain('You are not signed in');
    expect(html).not.toContain('shop');
    expect(html).not.toContain('Sign in with');
    expect(out.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect((await fetch(`${url}/home/..%2fpackage.json`)).status).toBe(401);
    expect((await fetch(`${url}/home/none.js`)).status).toBe(404);
  });

  it('offers the provider where there is one', async () => {
    const team = await createTeam(postgres);
    const oidc = { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' };
    const { port } = await team.serve({ publicUrl: 'http://team.localhost', oidc });
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toContain('Sign in with');
  });
});

describe('who is answered', () => {
  it('lists the projects of the person and no other', async () => {
    const { url, team, ask } = await served();
    const ada = await signIn(team, url);
    await signIn(team, url, { project: 'secret', name: 'Bob' });
    const { projects } = await ask<ProjectsAnswer>('/projects', ada.cookie);
    expect(projects).toEqual([
      {
        name: 'shop',
        role: 'reviewer',
        me: { id: ada.id, name: 'Ada' },
        administers: false,
        counts: { open: 0, waiting: 0, unread: 0 },
      },
    ]);
  });

  it('refuses every other caller: no session, a token, a session of another project, one that was ended', async () => {
    const { url, team, store } = await served();
    await store.add(annotation(1, { annotationText: 'secret words' }));
    const ada = await signIn(team, url);
    const bob = await signIn(team, url, { project: 'other', name: 'Bob' });
    const token = await team.token('admin');
    const paths = ['/p/shop/list', '/p/shop/choices', '/p/shop/seen', '/p/none/list'];
    const strangers: Record<string, string>[] = [
      {},
      { cookie: bob.cookie },
      { authorization: `Bearer ${token}` },
    ];
    const answers = new Set<string>();
    for (const path of paths)
      for (const headers of strangers) answers.add(await described(`${url}${path}`, headers));
    answers.add(await described(`${url}/projects`, { authorization: `Bearer ${token}` }));
    expect((await fetch(`${url}/p/shop/list`, { headers: { cookie: ada.cookie } })).status).toBe(200);
    await team.database.query('UPDATE team_sessions SET revoked_at = now()');
    await expect
      .poll(() => described(`${url}/p/shop/list`, { cookie: ada.cookie }))
      .toBe([...answers].join('\n'));
    expect(await described(`${url}/projects`, { cookie: ada.cookie })).toBe([...answers].join('\n'));
  });

  it('answers no page of another origin, also one that may load the overlay', async () => {
    const { url, team } = await served();
    const { cookie } = await signIn(team, url);
    await team.database.query(`UPDATE team_projects SET origins = '{https://staging.example}'`);
    const headers = { cookie, origin: 'https://staging.example' };
    expect((await fetch(`${url}/p/shop/list`, { headers })).status).toBe(403);
    expect((await fetch(`${url}/p/shop/__annotate/api/annotations`, { headers })).status).toBe(200);
  });
});

describe('a list', () => {
  it('has the newest activity first, in portions that neither repeat nor leave out', async () => {
    const { url, team, store, ask } = await served();
    const { cookie } = await signIn(team, url);
    for (const n of [1, 2, 3, 4, 5]) await store.add(annotation(n, { at: minute(n) }));
    await store.update(uuidOf(102), (one) => answered(one, 'Which one?', minute(9)));
    const first = await ask<ListAnswer>('/p/shop/list?limit=2', cookie);
    expect(numbersOf(first)).toEqual([2, 5]);
    const second = await ask<ListAnswer>(`/p/shop/list?limit=2&after=${first.next}`, cookie);
    expect(numbersOf(second)).toEqual([4, 3]);
    const third = await ask<ListAnswer>(`/p/shop/list?limit=2&after=${second.next}`, cookie);
    expect([numbersOf(third), third.next]).toEqual([[1], null]);
    expect(first.cursor).toBe(await store.head());
    expect((await ask<ListAnswer>('/p/shop/list?after=x', cookie)).annotations).toEqual([]);
  });

  it('never has the draft of another person', async () => {
    const { url, team, store, ask } = await served();
    const ada = await signIn(team, url);
    const bob = await signIn(team, url, { name: 'Bob' });
    await store.add(annotation(1, { authorId: ada.id, status: 'draft' }));
    for (const query of ['', '?show=all', `?id=${uuidOf(101)}`, `?author=${ada.id}`, '?text=price']) {
      expect(numbersOf(await ask<ListAnswer>(`/p/shop/list${query}`, bob.cookie))).toEqual([]);
      expect(numbersOf(await ask<ListAnswer>(`/p/shop/list${query}`, ada.cookie))).toEqual([1]);
    }
    expect((await ask<ChoicesAnswer>('/p/shop/choices', bob.cookie)).authors).toEqual([]);
  });

  it('is filtered by status, author, assignee, page and words', { tags: 'full' }, async () => {
    const { url, team, store, ask } = await served();
    const { cookie, id } = await signIn(team, url);
    // Longer than an index takes.
    const pageUrl = `https://staging.example/${'cart'.repeat(100)}`;
    await store.add(annotation(1, { annotationText: 'Größer, 100 % wider_than now' }));
    await store.add({ ...annotation(2, { status: 'resolved', authorId: id }), authorName: 'Ada' });
    await store.add({ ...annotation(3), assignee: { type: 'person', id, name: 'Ada' } });
    await store.add({ ...annotation(4), assignee: { type: 'agent', name: 'Claude' } });
    await store.add({ ...annotation(5), kind: 'page', pageUrl } as Annotation);
    // PostgreSQL's JSON takes neither of these letters, and the record has both.
    await store.add(annotation(6, { annotationText: 'broken \0 \ud800 letters' }));
    await store.update(uuidOf(104), (one) => answered(one, 'Is the FOOTER meant?', minute(3)));
    const found = async (query: string) =>
      numbersOf(await ask<ListAnswer>(`/p/shop/list?show=all&${query}`, cookie)).sort();
    expect(await found('')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbersOf(await ask<ListAnswer>('/p/shop/list', cookie)).sort()).toEqual([1, 3, 4, 5, 6]);
    expect(await found('show=resolved')).toEqual([2]);
    expect(await found(`author=${id}`)).toEqual([2]);
    expect(await found(`assignee=${id}`)).toEqual([3]);
    expect(await found('assignee=agent+claude')).toEqual([4]);
    expect(await found('assignee=unassigned')).toEqual([1, 2, 5, 6]);
    expect(await found(`page=${encodeURIComponent(`${pageUrl}/?utm_source=mail`)}`)).toEqual([5]);
    expect(await found('text=GROSSER')).toEqual([]);
    expect(await found('text=groer')).toEqual([]);
    expect(await found(`text=${encodeURIComponent('now größ')}`)).toEqual([1]);
    expect(await found(`text=${encodeURIComponent('100 % r_t')}`)).toEqual([1]);
    expect(await found('text=footer')).toEqual([4]);
    expect(await found('text=broken+letters')).toEqual([6]);
    for (const name of ['text', 'author', 'assignee', 'page'])
      expect(await found(`${name}=%00qqq`)).toEqual([]);
    expect(await ask<ChoicesAnswer>('/p/shop/choices', cookie)).toMatchObject({
      authors: expect.arrayContaining([{ id, name: 'Ada' }]) as unknown,
      assignees: [
        { id, name: 'Ada' },
        { id: 'agent claude', name: 'Claude' },
      ],
      pages: expect.arrayContaining([pageUrl]) as unknown,
      people: [{ id, name: 'Ada' }],
    });
  });

  it('knows what the person has not read, and what waits for them', { tags: 'full' }, async () => {
    const { url, team, store, ask } = await served();
    const { cookie, id } = await signIn(team, url);
    const later = (n: number) => new Date(Date.now() + n * 60_000);
    await store.add(annotation(1, { at: new Date('2020-01-01') }));
    await store.add(annotation(2, { at: later(1) }));
    await store.add(annotation(3, { at: later(1), authorId: id }));
    await store.add(annotation(4, { at: later(1), authorId: id }));
    await store.update(uuidOf(104), (one) => resolve(one, sampleAgent, later(2)));
    const unread = async () => (await ask<ListAnswer>('/p/shop/list?show=all', cookie)).unread.toSorted();
    expect(await unread()).toEqual([uuidOf(102), uuidOf(104)]);
    expect(numbersOf(await ask<ListAnswer>('/p/shop/list?show=waiting', cookie))).toEqual([4]);
    const seen = (at: Date) => markSeen(url, cookie, { id: uuidOf(102), at: at.toISOString() });
    expect((await seen(later(1))).status).toBe(200);
    expect(await unread()).toEqual([uuidOf(104)]);
    // A window that is behind takes nothing back.
    await seen(later(0));
    expect(await unread()).toEqual([uuidOf(104)]);
    await store.update(uuidOf(102), (one) => answered(one, 'More', later(3)));
    expect(await unread()).toEqual([uuidOf(102), uuidOf(104)]);
    const me = { authorId: id, local: false };
    await store.update(uuidOf(102), (one) =>
      reply(one, pageActor(one, me), later(4), { id: uuidOf(900), message: 'Mine' }),
    );
    expect(await unread()).toEqual([uuidOf(104)]);
    const { projects } = await ask<ProjectsAnswer>('/projects', cookie);
    expect(projects[0]?.counts).toEqual({ open: 3, waiting: 1, unread: 1 });
  });

  it('says what is wrong with a request', { tags: 'full' }, async () => {
    const { url, team } = await served();
    const { cookie } = await signIn(team, url);
    const answer = await fetch(`${url}/p/shop/list?show=some`, { headers: { cookie } });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('show')]);
    expect((await markSeen(url, cookie, { id: 'x', at: 'y' })).status).toBe(400);
  });
});

async function served(): Promise<{
  team: Team;
  url: string;
  store: Store;
  ask: <Answer>(path: string, cookie: string) => Promise<Answer>;
}> {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const store = await openStore(`${team.databaseUrl}?project=shop`);
  onTestFinished(() => store.close());
  const ask = async <Answer>(path: string, cookie: string) => {
    const response = await fetch(`${url}${path}`, { headers: { cookie } });
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  return { team, url, store, ask };
}

function annotation(n: number, overrides: Parameters<typeof sampleAnnotation>[0] = {}): Annotation {
  return sampleAnnotation({ id: uuidOf(100 + n), appId: '.', at: minute(n), ...overrides });
}

function minute(n: number): Date {
  return new Date(Date.UTC(2026, 10, 15, 9, n));
}

function answered(one: Annotation, message: string, at: Date): Annotation {
  return reply(one, sampleAgent, at, { id: uuidOf(500 + at.getMinutes()), message });
}

function numbersOf({ annotations }: ListAnswer): number[] {
  return annotations.map(({ id }) => Number.parseInt(id.slice(-3), 16) - 100);
}

function markSeen(url: string, cookie: string, seen: object): Promise<Response> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  return fetch(`${url}/p/shop/seen`, { method: 'POST', headers, body: JSON.stringify(seen) });
}

/** Everything that tells one answer from another. */
async function described(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  return `${response.status} ${await response.text()}`;
}
