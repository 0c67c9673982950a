/** The page at `/` in a real browser, under its own policy. */
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { type Annotation, type Edit, reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import type { BrowserPage } from '@annotate-mcp/hub/testing/browser';
import { openStore, type Store } from '@annotate-mcp/store';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { openSignedIn, signIn } from '../testing/clients.ts';
import { createTeam, type Team } from '../testing/team.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

it('shows a person their projects, a list, a thread with what happens in it, and keeps all of it in the address', async () => {
  const { team, url, store } = await served();
  const { cookie, id } = await signIn(team, url);
  await joinToo(team, cookie, 'docs');
  await signIn(team, url, { project: 'secret', name: 'Bob' });
  await store.add(annotation(1, { annotationText: 'Make the price bold' }));
  await store.add(annotation(2, { annotationText: 'Another colour <img src=x onerror=alert(1)>' }));
  await store.add({
    ...annotation(3, { annotationText: 'With a picture' }),
    screenshot: await upload(url, cookie),
  } as Annotation);
  await using opened = await openSignedIn(url, cookie);
  const { page } = opened;

  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  expect(await page.locator('.team-name').allTextContents()).toEqual(['docs', 'shop']);
  await page.getByRole('link', { name: '3 open' }).click();
  await expect.poll(() => notesOn(page)).toHaveLength(3);
  expect(await notesOn(page)).toContain('Another colour <img src=x onerror=alert(1)>');

  await page.keyboard.press('/');
  await page.keyboard.type('price BOLD');
  await expect.poll(() => notesOn(page)).toEqual(['Make the price bold']);
  await expect.poll(() => page.url()).toContain('text=price+BOLD');
  await page.keyboard.press('Escape');
  await expect.poll(() => notesOn(page)).toHaveLength(3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const thread = page.getByRole('dialog', { name: 'Thread: Another colour' });
  await thread.waitFor();
  expect(page.url()).toContain(`thread=${uuidOf(102)}`);

  await store.update(uuidOf(102), (one) =>
    reply(one, sampleAgent, new Date(), { id: uuidOf(900), message: 'Which **colour**?' }),
  );
  await thread.locator('strong', { hasText: 'colour' }).waitFor();
  // What has happened last is first.
  await expect.poll(async () => (await notesOn(page))[0]).toContain('Another colour');
  await page.keyboard.press('r');
  await page.keyboard.type('Blue.');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await store.get(uuidOf(102)))?.replies.at(-1))
    .toMatchObject({ message: 'Blue.', author: 'user', authorId: id, authorName: 'Ada' });

  await page.reload();
  await thread.getByText('Blue.').waitFor();
  await page.keyboard.press('Escape');
  await thread.waitFor({ state: 'detached' });
  await page.goBack();
  await thread.waitFor();
  await page.keyboard.press('j');
  await page.getByRole('button', { name: 'Enlarge: Screenshot' }).click();
  await page.getByRole('dialog', { name: 'Screenshot' }).waitFor();
  expect([opened.errors, opened.console.filter(({ type }) => type === 'error')]).toEqual([[], []]);
});

it('shows in a thread what the agent changed and what the page showed before and after, as on that page', async () => {
  const { team, url, store } = await served();
  const { cookie } = await signIn(team, url);
  const picture = await upload(url, cookie);
  const side = { takenAt: minute(3).toISOString(), record: `${'a'.repeat(64)}.json`, picture };
  const outside = { count: 1, pushed: 0, examples: [{ name: 'p "Other"', what: 'style', path: '#other' }] };
  const edited: Edit = {
    files: [{ file: 'src/Card.tsx', added: 3, removed: 1 }],
    patch: 'a'.repeat(64),
    seal: 'x',
  };
  await store.add({
    ...resolve(annotation(1), sampleAgent, minute(5), undefined, { edited }),
    wishes: [{ what: 'style', name: 'font-weight', before: '400', after: '700' }],
    proof: {
      before: side,
      after: {
        ...side,
        verdict: 'changed',
        changes: [{ what: 'text', before: 'Buy', after: 'Pay' }],
        outside,
      },
    },
    checkFile: 'tests/annotations/price.spec.ts',
  } as Annotation);
  await store.add(resolve(annotation(2, { annotationText: 'Nothing to show' }), sampleAgent, minute(5)));
  await using opened = await openSignedIn(url, cookie, `?project=shop&show=all&thread=${uuidOf(101)}`);
  const { page } = opened;
  const changed = page.getByRole('group', { name: 'Changed files' });
  await changed.getByText('1 file changed').waitFor();
  expect(await changed.textContent()).toContain('+3 lines −1 linessrc/Card.tsx');
  const proof = page.getByRole('region', { name: 'Before and after' });
  await proof.getByRole('slider', { name: 'Compare before and after' }).waitFor();
  expect(await proof.getByRole('list', { name: 'What changed' }).textContent()).toContain('Pay');
  await page.getByText('Kept by the test').waitFor();
  expect(await page.getByRole('list', { name: 'Tried by hand' }).textContent()).toContain('font-weight');
  // The files are on another machine, and the page is in another window.
  expect(await page.getByRole('button', { name: /Undo|Diff$|Keep|Other/ }).count()).toBe(0);

  await page.goto(`${url}/?project=shop&show=all&thread=${uuidOf(102)}`);
  await page.getByRole('dialog', { name: 'Nothing to show' }).waitFor();
  expect(await page.locator('[data-nga=proof], [data-nga=edited], [data-nga=kept]').count()).toBe(0);
  expect([opened.errors, opened.console.filter(({ type }) => type === 'error')]).toEqual([[], []]);
});

it('offers what the role allows, and nothing else', { tags: 'full' }, async () => {
  const { team, url, store } = await served();
  const viewer = await signIn(team, url, { role: 'viewer', name: 'Vera' });
  const admin = await signIn(team, url, { role: 'admin', name: 'Alan' });
  await store.add(annotation(1));
  await store.add(annotation(2, { annotationText: 'Another one' }));
  await store.update(uuidOf(101), (one) => resolve(one, sampleAgent, minute(5)));
  const path = `?project=shop&show=all&thread=${uuidOf(101)}`;
  await using seen = await openSignedIn(url, viewer.cookie, path);
  const thread = seen.page.locator('[data-nga=thread]');
  await thread.waitFor();
  await expect.poll(() => seen.page.locator('.nga-thread-foot button').count()).toBe(0);
  expect(await thread.getByRole('textbox').count()).toBe(0);

  await using managed = await openSignedIn(url, admin.cookie, path);
  await managed.page.getByRole('button', { name: /^Another/ }).click();
  const open = managed.page.getByRole('dialog', { name: 'Another' });
  await open.getByLabel('Assigned to').selectOption('Vera');
  await expect
    .poll(async () => (await store.get(uuidOf(102)))?.assignee)
    .toEqual({ type: 'person', id: viewer.id, name: 'Vera' });
  await managed.page.getByRole('button', { name: /^Make the price bold/ }).click();
  await managed.page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(async () => await store.get(uuidOf(101))).toHaveProperty('acceptedAt');
  await thread.getByText('Accepted').waitFor();
});

it('says who else has seen a thread as soon as they have', { tags: 'full' }, async () => {
  const { team, url, store } = await served();
  const [ada, bob] = [await signIn(team, url), await signIn(team, url, { name: 'Bob' })];
  await store.add(annotation(1));
  const path = `?project=shop&thread=${uuidOf(101)}`;
  await using hers = await openSignedIn(url, ada.cookie, path);
  await hers.page.getByRole('dialog').waitFor();
  expect(await hers.page.getByText('Seen by').count()).toBe(0);
  await using his = await openSignedIn(url, bob.cookie, path);
  await hers.page.getByText('Seen by Bob').waitFor();
  await his.page.getByText('Seen by Ada').waitFor();
});

it('shows nothing of a project to others, and nothing at all when the session has ended', async () => {
  const { team, url, store } = await served();
  const ada = await signIn(team, url);
  const bob = await signIn(team, url, { project: 'other', name: 'Bob' });
  await store.add(annotation(1, { annotationText: 'only for the shop' }));
  const path = `?project=shop&thread=${uuidOf(101)}`;
  await using stranger = await openSignedIn(url, bob.cookie, path);
  await stranger.page.getByRole('heading', { name: 'There is no such project for you' }).waitFor();
  expect(await stranger.page.content()).not.toContain('only for');

  await using opened = await openSignedIn(url, ada.cookie, path);
  await opened.page.getByRole('dialog', { name: 'only for the shop' }).waitFor();
  await team.database.query(
    `UPDATE team_sessions SET revoked_at = now() WHERE id IN
       (SELECT session FROM team_session_members WHERE member = $1)`,
    [ada.id],
  );
  await opened.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  expect(await opened.page.content()).not.toContain('only for');
});

it('opens by a link on another site, with which browsers send no cookie', { tags: 'full' }, async () => {
  const { team, url, store } = await served();
  const { cookie } = await signIn(team, url);
  await store.add(annotation(1));
  await using opened = await openSignedIn(url, cookie, 'join');
  const { page } = opened;
  const link = `${url}/?project=shop&thread=${uuidOf(101)}`;
  await page.route('http://chat.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${link}">Look at this</a>` }),
  );
  await page.goto('http://chat.example/');
  await page.getByRole('link').click();
  await page.getByRole('dialog', { name: 'Thread: Make the price bold' }).waitFor();
});

it('reads a long list in portions', { tags: 'full' }, async () => {
  const { team, url, store } = await served();
  const { cookie } = await signIn(team, url);
  for (let n = 1; n <= 120; n++) await store.add(annotation(n, { annotationText: `Comment ${n}` }));
  await using opened = await openSignedIn(url, cookie, '?project=shop');
  const { page } = opened;
  await expect.poll(() => notesOn(page)).toHaveLength(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => notesOn(page)).toHaveLength(100);
  await store.add(annotation(200, { annotationText: 'A new one' }));
  await expect.poll(async () => (await notesOn(page))[0]).toBe('A new one');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(async () => new Set(await notesOn(page)).size).toBe(121);
  expect(await notesOn(page)).toHaveLength(121);
});

async function served(): Promise<{ team: Team; url: string; store: Store }> {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const store = await openStore(`${team.databaseUrl}?project=shop`);
  onTestFinished(() => store.close());
  return { team, url, store };
}

/** One session may belong to several projects: here by the database, else by a second link in the same browser. */
async function joinToo({ database }: Team, cookie: string, project: string): Promise<void> {
  await database.query('INSERT INTO team_projects (name) VALUES ($1)', [project]);
  await database.query(
    `WITH member AS (INSERT INTO team_members (id, project, name, role)
       VALUES (gen_random_uuid(), $1, 'Ada', 'reviewer') RETURNING id)
     INSERT INTO team_session_members (session, member)
       SELECT s.id, member.id FROM team_sessions s, member`,
    [project],
  );
  expect(cookie).not.toBe('');
}

function notesOn(page: BrowserPage['page']): Promise<string[]> {
  return page.locator('[data-nga=note]').allTextContents();
}

/** Returns the name of a picture of one pixel. */
async function upload(url: string, cookie: string): Promise<string> {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const answer = await fetch(`${url}/p/shop/__annotate/api/attachments`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'image/png' },
    body: Buffer.from(pixel, 'base64'),
  });
  return ((await answer.json()) as { name: string }).name;
}

function annotation(n: number, overrides: Parameters<typeof sampleAnnotation>[0] = {}): Annotation {
  return sampleAnnotation({ id: uuidOf(100 + n), appId: '.', at: minute(n), ...overrides });
}

function minute(n: number): Date {
  return new Date(Date.UTC(2026, 10, 15, 9, n));
}
