/** What only a browser can tell: that it runs the sign-in page under its policy, and loads the overlay on another site. */
import { beforeAll, expect, it } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { inviteMember } from '../people/members.ts';
import { setOrigins } from '../projects.ts';
import { servePage } from '../testing/serve-page.ts';
import { createTeam } from '../testing/team.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

it('signs a person in at the press of the button, and keeps the secret out of the address', async () => {
  const team = await createTeam(postgres);
  const { url } = await team.serve();
  const ada = { project: 'shop', name: '<b>Ada</b>', email: null, role: 'reviewer' } as const;
  const { secret } = await inviteMember(team.database, ada);
  await using opened = await openPage(`${url}/join#${secret}`);
  const { page, errors, console } = opened;
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'You are signed in as <b>Ada</b>' }).waitFor();
  expect(page.url()).toBe(`${url}/join`);
  expect((await page.context().cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
    ['annotate-key', true],
  ]);
  expect([errors, console]).toEqual([[], []]);
  await page.goto(`${url}/join`);
  await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
});

it('lets a page of another origin load the overlay by its page key and open the socket, if it is listed', async () => {
  const team = await createTeam(postgres);
  const key = await team.token('reviewer', { kind: 'pageKey' });
  const { url } = await team.serve();
  const hub = `${url}/k/${key}/__annotate`;
  const staging = await servePage(`<script type="module">
    import('${hub}/overlay.js').then(() => {
      const socket = new WebSocket('${hub.replace('http', 'ws')}');
      socket.onopen = () => (document.title = 'open');
      socket.onerror = () => (document.title = 'no socket');
    }, () => (document.title = 'not loaded'));
  </script>`);
  await using refused = await openPage(staging);
  await expect.poll(() => refused.page.title()).toBe('not loaded');
  await setOrigins(team.database, 'shop', [staging]);
  await expect
    .poll(async () => {
      await refused.page.reload();
      await refused.page.waitForFunction('document.title !== ""');
      return refused.page.title();
    })
    .toBe('open');
});
