import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => {
  view.unmount();
  vi.restoreAllMocks();
});

const strip = () => view.$('.mdv-ended')?.textContent ?? '';
const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** What waits for news hears it at once. */
function end(): void {
  server.ended = true;
  server.push({ type: 'mode', mode: 'edit' });
}

it('says that nothing is lost, and lets the tab close without a question', async () => {
  server.seed('first', 'Saved', { status: 'draft' });
  view = await mount(server, { kind: 'page' });
  expect(leave()).toBe(false);
  end();
  await expect.poll(strip).toContain('The review has ended. Nothing is lost');
  expect(view.status()).not.toContain('trying again');
  expect(view.submitAll().disabled).toBe(true);
  expect(leave()).toBe(true);
});

it('says that comments in memory are deleted with the tab', async () => {
  server.seed('first', 'Asked', { store: 'memory' });
  view = await mount(server, { kind: 'page' });
  end();
  await expect.poll(strip).toContain('Comments marked “Only here” are deleted when you close this tab.');
});

it('offers a copy of what was written after the end, and asks before the tab closes', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  view = await mount(server, { kind: 'page' });
  end();
  await expect.poll(strip).toContain('ended');
  await view.select('second step');
  view.button('Comment C').click();
  await until(() => view.$('.mdv-composing') !== null);
  type(view.field(), 'Too late');
  await expect.poll(strip).toContain('1 text you wrote did not reach the server');
  expect(leave()).toBe(false);
  view.button('Copy').click();
  await expect.poll(() => copied.mock.calls).toEqual([['> second step\n\nToo late\n']]);
});

it('disappears when the server answers again', async () => {
  view = await mount(server, { kind: 'page' });
  end();
  await expect.poll(strip).toContain('ended');
  server.ended = false;
  dispatchEvent(new Event('online'));
  await until(() => view.$('.mdv-ended') === null);
});
