/** People of a project: how they sign in, that a link works once, and what happens to their data. */
import { beforeAll, describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { payload, TestTab } from '@annotate-mcp/hub/testing/tab';
import { openStore } from '@annotate-mcp/store';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { readAudit } from '../audit.ts';
import { startOidcProvider } from '../testing/oidc-provider.ts';
import { createTeam } from '../testing/team.ts';

import { inviteMember, requireMember } from './members.ts';
import { deletePerson, exportPerson } from './person-data.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

const ada = { project: 'shop', name: 'Ada', email: 'ada@example.com', role: 'reviewer' } as const;

describe('a link', () => {
  it('signs a browser in once, as the person it was made for', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { member, secret } = await inviteMember(team.database, ada);
    const joined = await useLink(url, secret);
    expect(await joined.json()).toEqual({ project: 'shop', name: 'Ada' });
    const cookie = joined.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^annotate-key=anns_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const tab = await openTab(url, cookie);
    // What the page says about its author counts for nothing.
    const [created] = await tab.resume({ authorSecret: uuidOf(9) });
    expect(created).toMatchObject({ authorId: member.id });
    await tab.request({ type: 'annotation:create', payload: payload(5) });
    const listed = await fetch(`${url}/p/shop/__annotate/api/annotations`, { headers: { cookie } });
    expect(await listed.json()).toMatchObject({ annotations: [{ authorId: member.id, authorName: 'Ada' }] });

    const again = await useLink(url, secret);
    expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it('lets one in when two use it at the same time', async () => {
    const team = await createTeam(postgres);
    const [first, second] = [await team.serve(), await team.serve()];
    const { secret } = await inviteMember(team.database, ada);
    const answers = await Promise.all([first, second, first, second].map(({ url }) => useLink(url, secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  it('is worth nothing after ten minutes, and is answered like one that never existed', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { secret } = await inviteMember(team.database, ada);
    await team.database.query(`UPDATE team_invites SET expires_at = expires_at - interval '10 minutes'`);
    const [old, unknown] = [await useLink(url, secret), await useLink(url, `anni_${'x'.repeat(43)}`)];
    expect([old.status, await old.text()]).toEqual([unknown.status, await unknown.text()]);
  });

  it('is used by the button of its page only, not by a page of another site or by looking at it', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { secret } = await inviteMember(team.database, ada);
    const looked = await fetch(`${url}/join`);
    expect(looked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await useLink(url, secret, 'https://evil.example')).status).toBe(403);
    expect((await useLink(url, secret)).status).toBe(200);
  });

  it('does not put a person into a session that was there before', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const other = await inviteMember(team.database, {
      ...ada,
      project: 'other',
      name: 'Mallory',
      email: null,
    });
    const planted = cookieOf(await useLink(url, other.secret));
    const { secret } = await inviteMember(team.database, ada);
    const own = cookieOf(await useLink(url, secret, url, planted));
    expect((await readShop(url, planted)).status).toBe(401);
    expect((await readShop(url, own)).status).toBe(200);
  });
});

describe('sign-in by a provider', () => {
  async function withProvider() {
    const team = await createTeam(postgres);
    const provider = await startOidcProvider();
    const { issuer, clientId, clientSecret } = provider;
    const publicUrl = 'http://team.localhost';
    const servers = [0, 1].map(() => team.serve({ publicUrl, oidc: { issuer, clientId, clientSecret } }));
    const [first, second] = await Promise.all(servers);
    if (first === undefined || second === undefined) throw new Error('no servers');
    await inviteMember(team.database, ada);
    /** As a browser does: begins at one server and is sent back to the other. */
    const signIn = async (project = 'shop', cookie?: string) => {
      const begun = await fetch(`${first.url}/sign-in?project=${project}`, { redirect: 'manual' });
      const sent = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
      const back = new URL(sent.headers.get('location') ?? '');
      expect(back.href).toMatch(/^http:\/\/team\.localhost\/sign-in\/callback\?/);
      const headers = { cookie: cookie ?? cookieOf(begun) };
      return { back, answer: await fetch(`${second.url}${back.pathname}${back.search}`, { headers }) };
    };
    return { ...team, url: second.url, provider, signIn };
  }

  it('admits a member by their verified address, and from then on by what the provider calls them', async () => {
    const { provider, signIn, url } = await withProvider();
    provider.person = { sub: '17', email: 'Ada@example.com', email_verified: true };
    const { answer } = await signIn();
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('signed in as Ada')]);
    expect((await readShop(url, cookieOf(answer))).status).toBe(200);
    provider.person = { sub: '17' };
    expect((await signIn()).answer.status).toBe(200);
    provider.person = { sub: '18', email: 'ada@example.com', email_verified: true };
    expect((await signIn()).answer.status).toBe(403);
  });

  it('answers a stranger, an address that is not verified and an unknown project alike', async () => {
    const { provider, signIn } = await withProvider();
    const verified = { sub: '17', email: 'ada@example.com', email_verified: true };
    const answers = new Set<string>();
    for (const [person, project] of [
      [{ ...verified, email_verified: false }, 'shop'],
      [{ ...verified, email: 'eve@example.com' }, 'shop'],
      [verified, 'none'],
    ] as const) {
      provider.person = person;
      const { answer } = await signIn(project);
      expect(answer.headers.get('set-cookie')).not.toContain('annotate-key=');
      answers.add(`${answer.status} ${await answer.text()}`);
    }
    expect([...answers]).toEqual([expect.stringMatching(/^403 [^]*You are not signed in/)]);
  });

  const forgeries = [
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'another' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a time that is over', { exp: 1 }],
  ] as const;

  it('refuses an ID token that is not for this sign-in', async () => {
    const { provider, signIn } = await withProvider();
    provider.person = { sub: '17', email: 'ada@example.com', email_verified: true };
    for (const [what, forged] of forgeries) {
      provider.forge = (claims) => ({ ...claims, ...forged });
      expect([what, (await signIn()).answer.status]).toEqual([what, 403]);
    }
  });

  it('is finished in the browser that began it, and once', async () => {
    const { provider, signIn, url } = await withProvider();
    provider.person = { sub: '17', email: 'ada@example.com', email_verified: true };
    expect((await signIn('shop', 'annotate-sign-in=')).answer.status).toBe(403);
    const begun = await fetch(`${url}/sign-in?project=shop`, { redirect: 'manual' });
    expect((await signIn('shop', cookieOf(begun))).answer.status).toBe(403);
  });
});

describe('the data of a person', () => {
  it('are exported with drafts, and deleted so that threads of others stay readable', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { member, secret } = await inviteMember(team.database, ada);
    const tab = await openTab(url, cookieOf(await useLink(url, secret)));
    await tab.resume();
    await tab.request({ type: 'annotation:create', payload: payload(5, 'sent') });
    await tab.request({ type: 'annotation:create', payload: payload(6, 'draft of Ada'), draft: true });
    const store = await openStore(`${team.databaseUrl}?project=shop`);
    try {
      const data = await exportPerson(team.database, store, member);
      expect(data.person).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
      expect(data.annotations.map(({ annotationText }) => annotationText)).toEqual(['sent', 'draft of Ada']);
      await deletePerson(team.database, store, member);
      expect(await tab.closed).toBe(4401);
      expect(await store.get(uuidOf(6))).toBeNull();
      expect(await store.get(uuidOf(5))).toMatchObject({
        annotationText: 'sent',
        authorName: 'deleted person',
      });
      expect(await requireMember(team.database, 'shop', member.id)).toMatchObject({
        name: null,
        email: null,
      });
      await deletePerson(team.database, store, member);
    } finally {
      await store.close();
    }
  });
});

describe('a person who is deleted', () => {
  it('is named nowhere any more: not in replies, mentions, tabs and the change log, whose readers go on', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const quirk = { ...ada, name: 'Ada Quirk', email: 'quirk@example.com' };
    const { member, secret } = await inviteMember(team.database, quirk);
    const tab = await openTab(url, cookieOf(await useLink(url, secret)));
    await tab.resume();
    const other = await TestTab.open(`${url}/p/shop/__annotate`, {
      protocols: ['annotate', `annotate-key.${await team.token('reviewer', { name: 'Bob' })}`],
    });
    await other.resume();
    const store = await openStore(`${team.databaseUrl}?project=shop`);
    try {
      const start = await store.head();
      const addressee = { type: 'person', id: member.id, name: 'Ada Quirk' } as const;
      await other.request({ type: 'annotation:create', payload: payload(5, 'of Bob') });
      await other.request({ type: 'annotation:assign', id: uuidOf(5), assignee: addressee });
      await other.request({
        type: 'annotation:reply',
        id: uuidOf(5),
        replyId: uuidOf(8),
        message: 'look please',
        mentions: [addressee],
      });
      await tab.request({ type: 'annotation:reply', id: uuidOf(5), replyId: uuidOf(7), message: 'soon' });
      await tab.request({ type: 'annotation:create', payload: payload(6, 'a private thought'), draft: true });
      await deletePerson(team.database, store, member);
      expect(await tab.closed).toBe(4401);
      const kept = await Promise.all(
        ['annotations', 'changes', 'sessions', 'live', 'team_members'].map(async (table) =>
          JSON.stringify(await postgres.query(`SELECT * FROM annotate.${table}`, [], team.databaseUrl)),
        ),
      );
      for (const rows of kept)
        for (const words of ['Quirk', 'quirk', 'a private thought']) expect(rows).not.toContain(words);
      expect(await store.get(uuidOf(5))).toMatchObject({
        authorName: 'Bob',
        assignee: { id: member.id, name: 'deleted person' },
        replies: [
          { message: 'look please', mentions: [{ name: 'deleted person' }] },
          { message: 'soon', authorName: 'deleted person' },
        ],
      });
      const event = await store.changesSince(start);
      expect(event).toMatchObject({ type: 'changes' });
      const numbers = event.type === 'changes' ? event.changes.map(({ cursor }) => cursor.split('.')[1]) : [];
      expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
      expect(numbers.length).toBeGreaterThan(5);
    } finally {
      await store.close();
    }
  });
});

it('keeps an audit trail of access and annotations, without drafts', { tags: 'full' }, async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const { member, secret } = await inviteMember(team.database, ada);
  const tab = await openTab(url, cookieOf(await useLink(url, secret)));
  await tab.resume();
  await tab.request({ type: 'annotation:create', payload: payload(5) });
  await tab.request({ type: 'annotation:create', payload: payload(6), draft: true });
  await tab.request({ type: 'annotation:reply', id: uuidOf(5), replyId: uuidOf(7), message: 'soon please' });
  const entries = await readAudit(team.database, { project: 'shop', since: null });
  expect(entries.map(({ by, action, subject }) => [by, action, subject])).toEqual([
    ['cli', 'member invited', member.id],
    ['Ada', 'member signed in', member.id],
    [`Ada ${member.id}`, 'sent', uuidOf(5)],
    ['Ada', 'replied', uuidOf(5)],
  ]);
  const later = await readAudit(team.database, { project: 'shop', since: new Date(Date.now() + 60_000) });
  expect(later).toEqual([]);
});

function useLink(url: string, invite: string, origin = url, cookie?: string): Promise<Response> {
  const headers = { origin, 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) };
  return fetch(`${url}/join/use`, { method: 'POST', headers, body: JSON.stringify({ invite }) });
}

function cookieOf(response: Response): string {
  return (response.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
}

function readShop(url: string, cookie: string): Promise<Response> {
  return fetch(`${url}/p/shop/__annotate/api/annotations`, { headers: { cookie } });
}

function openTab(url: string, cookie: string): Promise<TestTab> {
  return TestTab.open(`${url}/p/shop/__annotate`, { headers: { cookie: cookie.split(';', 1)[0] ?? '' } });
}
