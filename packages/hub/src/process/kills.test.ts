/** Kills of the hub's process, of its dev server and of both: nothing that was acknowledged is lost, and no process is left. */
import { expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { create, hubPids, isAlive, listElsewhere, openTab, startAppProcess } from '../testing/hub-process.ts';
import { temporaryFolder } from '../testing/hub-server.ts';

/** Comments until the socket is closed, and returns the ids that were acknowledged. */
async function commentUntilClosed(url: string, first: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const tab = await openTab(url);
  for (let n = first; n < first + 500; n++) {
    const answer = await Promise.race([tab.request(create(n)), tab.closed]).catch(() => null);
    if (answer === null || typeof answer === 'number') break;
    if (answer.type === 'message:done') acknowledged.push(uuidOf(n));
  }
  return acknowledged;
}

const kills = [
  { what: 'the hub', ends: ['hub'] },
  { what: 'the dev server', ends: ['app'] },
  { what: 'both', ends: ['app', 'hub'] },
] as const;

for (const { what, ends } of kills) {
  it(`a kill of ${what} while a page comments loses no acknowledged comment`, { timeout: 300_000 }, () =>
    killAgainAndAgain(ends, 2),
  );

  it(`20 kills of ${what} lose no acknowledged comment`, { tags: 'full', timeout: 1_800_000 }, () =>
    killAgainAndAgain(ends, 20),
  );
}

async function killAgainAndAgain(ends: readonly ('app' | 'hub')[], rounds: number): Promise<void> {
  const root = temporaryFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const { app, url, pid } = await startAppProcess(root);
    const reader = await openTab(url);
    const writing = commentUntilClosed(url, 1_000 * (round + 1));
    // Each time at another point: soon after the start, and when the log has been written to for a while.
    for (let seen = 0; seen < 1 + 4 * round; seen++) await reader.next('annotation:created');
    for (const end of ends) process.kill(end === 'hub' ? pid : (app.pid ?? 0), 'SIGKILL');
    acknowledged.push(...(await writing));
    if (!ends.includes('app')) {
      // The app goes on as if nothing had happened, and so does the hub a moment later.
      expect(await (await fetch(url)).text()).toBe('of the app');
      await expect
        .poll(async () => (await fetch(`${url}/__annotate/manifest`)).status, { timeout: 100_000 })
        .toBe(200);
    }
    app.kill('SIGKILL');
    await expect.poll(() => [...hubPids(root), pid, app.pid ?? 0].some(isAlive)).toBe(false);
    expect(await listElsewhere(root)).toEqual(expect.arrayContaining(acknowledged));
  }
  expect(acknowledged.length).toBeGreaterThan(0);
}
