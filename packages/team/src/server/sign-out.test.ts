/** What a person's sign-out ends: the cookie, the sockets and the other tabs of that browser, and nothing of other browsers. */
import { beforeAll, describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { payload, TestTab } from '@annotate-mcp/hub/testing/tab';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { readAudit } from '../audit.ts';
import { inviteMember } from '../people/members.ts';
import { openSignedIn, signIn } from '../testing/clients.ts';
import { createTeam } from '../testing/team.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

it('makes the cookie worthless on every server, also on a socket that is open', async () => {
  const team = await createTeam(postgres);
  const [first, second] = [await team.serve(), await team.serve()];
  const ada = await signIn(team, first.url);
  const tabs = [await openTab(first.url, ada.cookie), await openTab(second.url, ada.cookie)];
  const answer = await signOut(first.url, { cookie: ada.cookie });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
    200,
    'annotate-key=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
  ]);
  // Without a wait on the server that was asked; the other one is told.
  expect(await statusesOf(first.url, ada.cookie)).toEqual([401, 401, 401]);
  expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual([4401, 4401]);
  expect(await statusesOf(second.url, ada.cookie)).toEqual([401, 401, 401]);
  for (const { url } of [first, second]) await expect(openTab(url, ada.cookie)).rejects.toThrow('401');
  expect((await readAudit(team.database, { project: 'shop', since: null })).at(-1)).toMatchObject({
    by: 'Ada',
    action: 'member signed out',
    subject: ada.id,
  });
});

it('ends the session in all its projects, and no session of another browser', { tags: 'full' }, async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const here = await signIn(team, url);
  const { secret } = await inviteMember(team.database, { ...person, project: 'docs' });
  const both = await useLink(url, secret, here.cookie);
  const again = await inviteMember(team.database, person, here.id);
  const there = await useLink(url, again.secret);
  const bob = await signIn(team, url, { name: 'Bob' });
  const tab = await openTab(url, there);
  await signOut(url, { cookie: both });
  expect(await statusesOf(url, both, 'docs')).toEqual([401, 401, 401]);
  expect(await statusesOf(url, there)).toEqual([200, 200, 200]);
  expect(await statusesOf(url, bob.cookie)).toEqual([200, 200, 200]);
  expect(tab.socket.readyState).toBe(1);
});

describe('over https', () => {
  it('a session is in a cookie that no other name of the domain can set, and counts in no other', async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve({ publicUrl: 'https://team.example' });
    const { secret } = await inviteMember(team.database, person);
    const signedIn = await postInvite(url, secret);
    const [own = '', ...others] = signedIn.headers.getSetCookie();
    expect(own).toMatch(
      /^__Host-annotate-key=annh_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000$/,
    );
    expect(others).toEqual(['annotate-key=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0']);
    const cookie = own.split(';', 1)[0] ?? '';
    expect(await statusesOf(url, cookie)).toEqual([200, 200, 200]);
    // As another site below the same domain would plant the session of its own user.
    const planted = cookie.replace('__Host-', '');
    expect(await statusesOf(url, planted)).toEqual([401, 401, 401]);
    const mallory = await signIn(team, url, { name: 'Mallory' });
    const both = `${mallory.cookie.replace('__Host-', '')}; ${cookie}`;
    expect(await statusesOf(url, both)).toEqual([200, 200, 200]);
    const answer = await signOut(url, { cookie: both });
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-annotate-key=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
      'annotate-key=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(await statusesOf(url, both)).toEqual([401, 401, 401]);
    expect(await statusesOf(url, mallory.cookie)).toEqual([200, 200, 200]);
  });

  it('who was signed in before the cookie had this name stays so, and is signed out of it', async () => {
    const team = await createTeam(postgres);
    const { url: before } = await team.serve();
    const { cookie } = await signIn(team, before);
    const { url } = await team.serve({ publicUrl: 'https://team.example' });
    expect(await statusesOf(url, cookie)).toEqual([200, 200, 200]);
    const answer = await signOut(url, { cookie });
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    expect(await statusesOf(url, cookie)).toEqual([401, 401, 401]);
  });
});

it('signing out is done by the own page only, and by a request that changes something', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const { cookie } = await signIn(team, url);
  expect((await signOut(url, { cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(`${url}/sign-out`, { headers: { cookie } })).status).toBe(405);
  expect(await statusesOf(url, cookie)).toEqual([200, 200, 200]);
});

it(
  'answers a browser that is signed out already, or never was in, in the same way',
  { tags: 'full' },
  async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { cookie } = await signIn(team, url);
    await signOut(url, { cookie });
    for (const given of [cookie, 'annotate-key=anns_unknown', 'annotate-key=', 'other=1'])
      expect([given, (await signOut(url, { cookie: given })).status]).toEqual([given, 200]);
    const audit = await readAudit(team.database, { project: 'shop', since: null });
    expect(audit.filter(({ action }) => action === 'member signed out')).toHaveLength(1);
  },
);

it('signing out is a button of the page, by keyboard too; all tabs of the browser show nothing any more and say why', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const { cookie } = await signIn(team, url);
  await using opened = await openSignedIn(url, cookie, '?project=shop');
  const { page } = opened;
  const other = await page.context().newPage();
  await other.goto(`${url}/?project=shop`);
  const stranger = await page.context().newPage();
  // Has no socket.
  await stranger.goto(`${url}/?project=none`);
  await stranger.getByRole('heading', { name: 'There is no such project for you' }).waitFor();
  await other.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await page.locator(':focus').textContent()).toBe('You are signed out');
  for (const tab of [other, stranger]) {
    await tab.getByRole('heading', { name: 'You are not signed in any more' }).waitFor();
    await tab.getByText('You signed out in another tab of this browser').waitFor();
  }
  expect(await page.context().cookies()).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  expect([opened.errors, await page.content()]).toEqual([[], expect.not.stringContaining('Ada')]);
});

it(
  'keeps the person signed in while the server cannot end the session, and says so',
  { tags: 'full' },
  async () => {
    const team = await createTeam(postgres);
    const { url } = await team.serve();
    const { cookie } = await signIn(team, url);
    await using opened = await openSignedIn(url, cookie, '?project=shop');
    const { page } = opened;
    const button = page.getByRole('button', { name: 'Sign out' });
    await button.waitFor();
    await team.database.query('ALTER TABLE team_sessions RENAME COLUMN revoked_at TO away');
    await button.click();
    await page.getByRole('alert').getByText('You are still signed in').waitFor();
    await team.database.query('ALTER TABLE team_sessions RENAME COLUMN away TO revoked_at');
    await button.click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  },
);

it('asks again when a text that was not sent would be lost', { tags: 'full' }, async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const { cookie } = await signIn(team, url);
  const tab = await openTab(url, cookie);
  await tab.request({ type: 'annotation:create', payload: payload(5) });
  await using opened = await openSignedIn(url, cookie, `?project=shop&thread=${uuidOf(5)}`);
  const { page } = opened;
  await page.getByRole('dialog').getByRole('textbox').fill('Half a sentence');
  const button = page.getByRole('button', { name: 'Sign out' });
  await button.click();
  await page.getByRole('alert').getByText('not sent yet').waitFor();
  expect(await statusesOf(url, cookie)).toEqual([200, 200, 200]);
  await button.click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
});

const person = { project: 'shop', name: 'Ada', email: null, role: 'reviewer' } as const;

function signOut(
  url: string,
  { cookie, origin = url }: { cookie: string; origin?: string },
): Promise<Response> {
  return fetch(`${url}/sign-out`, { method: 'POST', headers: { cookie, origin } });
}

/** Of the list of projects, the list of one, and its hub. */
async function statusesOf(url: string, cookie: string, project = 'shop'): Promise<number[]> {
  const paths = ['projects', `p/${project}/list`, `p/${project}/__annotate/api/annotations`];
  const answers = await Promise.all(paths.map((path) => fetch(`${url}/${path}`, { headers: { cookie } })));
  return answers.map(({ status }) => status);
}

async function useLink(url: string, invite: string, cookie = ''): Promise<string> {
  const answer = await postInvite(url, invite, cookie);
  return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

function postInvite(url: string, invite: string, cookie = ''): Promise<Response> {
  const headers = { origin: url, 'content-type': 'application/json', cookie };
  return fetch(`${url}/join/use`, { method: 'POST', headers, body: JSON.stringify({ invite }) });
}

async function openTab(url: string, cookie: string): Promise<TestTab> {
  const tab = await TestTab.open(`${url}/p/shop/__annotate`, { headers: { cookie } });
  await tab.resume();
  return tab;
}
