import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { startHub } from './testing/hub-server.ts';

it('both tabs are known again after "git clean -fdx" has deleted the store of a running dev server', async () => {
  const { connect, otherStore, root } = await startHub();
  const tabs = [await connect(), await connect()];
  for (const tab of tabs) await tab.resume();
  const active = async () => (await otherStore.sessions.list()).filter((session) => session.active).length;
  expect(await active()).toBe(2);
  rmSync(join(root, '.annotate'), { recursive: true, force: true });
  await expect.poll(active, { timeout: 10_000 }).toBe(2);
});
