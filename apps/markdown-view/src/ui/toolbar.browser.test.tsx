import { afterEach, beforeEach, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

it('saves a toggled task with the hash of the shown text', async () => {
  view = await mount(server);
  const box = view.$('.document input[type=checkbox]');
  box?.click();
  await expect.poll(() => server.text).toContain('- [x] one');
});

it('exports, and says what the file contains now', async () => {
  server.seed('first', 'One');
  view = await mount(server);
  view.button('More').click();
  await until(() => view.$('.mdv-menu') !== null);
  view.button('Export for sharing').click();
  await expect.poll(() => view.$('.nga-notice')?.textContent).toContain('plan.md now contains 1 comment');
});

it('takes the markers out of the file after a question', async () => {
  server.seed('first', 'One', { store: 'inline' });
  view = await mount(server);
  view.button('More').click();
  await until(() => view.$('.mdv-menu') !== null);
  view.button('Remove all markers…').click();
  await until(() => view.$('dialog') !== null);
  expect(server.calls.some(({ name }) => name === 'change_review')).toBe(false);
  view.button('Remove all markers').click();
  await expect.poll(() => view.$('.nga-notice')?.textContent).toContain('Its comment is kept in the project');
  expect([...server.comments.values()].map(({ store }) => store)).toEqual(['sidecar']);
});

it('stores comments where the toolbar says', async () => {
  view = await mount(server);
  const select = view.$('[aria-label="Where comments are stored"]') as HTMLSelectElement;
  expect(select.value).toBe('sidecar');
  select.selectedIndex = 1;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => server.mirror);
  await until(() => select.value === 'mirror');
});

it('follows the theme of its host', async () => {
  view = await mount(server);
  view.host.setContext({ theme: 'dark' });
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark');
  view.host.setContext({ theme: 'light' });
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('light');
});
