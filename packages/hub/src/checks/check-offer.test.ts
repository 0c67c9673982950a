/** "Keep it so" over real HTTP, with the Playwright of this repository in a project of its own. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { answerQuestion, questionIn } from '../testing/consent-questions.ts';
import { temporaryFolder } from '../testing/hub-server.ts';

import { id, startResolved, token } from './testing/resolved-project.ts';

describe('Keep it so', () => {
  it('shows the person the test, and writes it when they say so', async () => {
    const { store, root, offer } = await startResolved();
    expect(await offer()).toEqual({ status: 202, body: { offered: true } });
    expect((await offer()).status).toBe(202);
    const { page } = await questionIn(store);
    expect(page).toContain('annotations/say-log-in');
    expect(page).toContain('playwright.config.ts');
    expect(page).toContain('#save');
    expect(existsSync(join(root, 'tests/annotations'))).toBe(false);

    await answerQuestion(store, 'write');
    await expect
      .poll(async () => store.get(id))
      .toMatchObject({
        checkFile: expect.stringMatching(/^tests\/annotations\/say-log-in\b.*\.ts$/) as unknown,
        status: 'resolved',
      });
    // It was asked once, so that no second question is left.
    await expect.poll(async () => store.questions.list()).toEqual([]);
    const [name = ''] = readdirSync(join(root, 'tests/annotations'));
    expect(readFileSync(join(root, 'tests/annotations', name), 'utf8')).toContain("page.locator('#save')");
    expect((await offer()).body).toMatchObject({ code: 'check/exists' });
  });

  it('runs nothing of the project before they say so, and nothing at all when they do not', async () => {
    const { store, root, offer } = await startResolved();
    // What runs when Playwright lists its tests: the configuration, and every test file.
    const ran = join(root, 'ran');
    const hostile = `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(ran)}, 'x');`;
    for (const file of ['playwright.config.ts', 'tests/own.e2e.test.ts'])
      writeFileSync(join(root, file), `${hostile}\n${readFileSync(join(root, file), 'utf8')}`);
    expect((await offer()).status).toBe(202);
    await answerQuestion(store, 'leave');
    await expect.poll(async () => (await store.questions.list()).length).toBe(0);
    expect([existsSync(ran), existsSync(join(root, 'tests/annotations'))]).toEqual([false, false]);
    expect((await offer()).status).toBe(202);
    await questionIn(store);
    expect(existsSync(ran)).toBe(false);
    await answerQuestion(store, 'write');
    await expect.poll(() => existsSync(join(root, 'tests/annotations'))).toBe(true);
    expect(existsSync(ran)).toBe(true);
  });

  it('does not write through a link that leads out of the project', async () => {
    const { store, root, connect, offer } = await startResolved();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(root, 'tests/annotations'));
    const tab = await connect();
    await tab.resume();
    await offer();
    await answerQuestion(store, 'write');
    expect(await tab.next('error')).toMatchObject({ code: 'check/failed' });
    expect(readdirSync(elsewhere).filter((name) => name.endsWith('.ts'))).toEqual([]);
  });

  it('is refused to visitors, without Playwright, and where nothing was seen to change', async () => {
    const without = await startResolved({ playwright: false });
    const visitor = {
      'x-forwarded-for': '203.0.113.9',
      authorization: `Bearer ${token}`,
      'x-annotate-author-secret': uuidOf(1),
    };
    expect((await without.offer(visitor)).body).toMatchObject({ code: 'edit/not-local' });
    expect(await without.offer()).toMatchObject({
      status: 409,
      body: { code: 'check/no-playwright', hint: expect.stringContaining(`check add ${id}`) as unknown },
    });
    expect((await without.offer({}, uuidOf(9))).status).toBe(404);
    const unchanged = await startResolved({ text: 'Sign in' });
    expect((await unchanged.offer()).body).toMatchObject({ code: 'check/not-seen' });
    expect(await unchanged.store.questions.list()).toEqual([]);
  });
});
