/** The picture of docs/team.md: the page of the team server, with its program as it is published and a real PostgreSQL. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { create, reply } from '@annotate-mcp/core';
import { sampleContent, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

// eslint-disable-next-line import-x/no-relative-packages -- Playwright finds packages as published, without testing/
import { startPostgres } from '../../packages/store/src/testing/postgres-server.ts';
import { bin } from '../support/bin.ts';
import { freePort } from '../support/free-port.ts';

import { agent, expect, note, take, test } from './picture.ts';

test('team', async ({ page }) => {
  const postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ANNOTATE_STORE: database, ANNOTATE_PUBLIC_URL: url };
  const run = (...args: string[]) => execFileSync(process.execPath, [bin, ...args], { env }).toString();
  const link = run('invite', '--project', 'shop', '--name', 'Ada Lovelace').trim();
  const server = spawn(process.execPath, [bin, 'serve', '--port', `${port}`], { env });
  try {
    await once(createInterface(server.stdout), 'line');
    const store = await openStore(`${database}?project=shop`);
    await fill(store);
    await store.close();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Show the comments' }).click();
    await page.getByText('The total should follow').click();
    await expect(page.locator('[data-nga=thread]')).toContainText('including the discount');
    await page.locator('.nga-thread-foot textarea').fill('Yes, and after the voucher.');
    await take(page, 'team');
  } finally {
    server.kill();
    await once(server, 'exit');
    await postgres.stop();
  }
});

async function fill(store: Store): Promise<void> {
  const [ada, bo] = ['Ada Lovelace', 'Bo Diaz'];
  const comments = [
    ['The headline is cut off on my phone', bo],
    ['Use the new logo here', ada],
    ['This button looks disabled, but it is not', bo],
    ['Prices without cents look odd in this list', ada],
    ['The total should follow when I change the number of items', bo],
    ['Link the terms from here too', ada],
  ] as const;
  for (const [n, [annotationText, authorName]] of comments.entries()) {
    const at = new Date(Date.now() - (comments.length - n) * 3_600_000);
    const pageUrl = `https://staging.example.com/${n % 2 === 0 ? 'cart' : ''}`;
    const content = sampleContent('component', {
      id: uuidOf(n + 1),
      appId: '.',
      authorId: uuidOf(authorName.length),
      annotationText,
    });
    await store.add(
      create({ ...content, authorName, ...('pageUrl' in content && { pageUrl }) }, 'pending', at),
    );
  }
  await store.update(uuidOf(5), (one) =>
    reply(one, agent, new Date(), note('Should it change while you type, **including the discount**?')),
  );
}
