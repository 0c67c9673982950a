/** The page's side of the hub, with a server that takes its time. */
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { expect, test } from '@playwright/test';

import { bundleConnection, servePage } from './support/connection-page.ts';

test('a page that is closed while it connects logs nothing', async ({ page }) => {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  const server = await servePage(await bundleConnection(), () => undefined);
  const held: Duplex[] = [];
  server.on('upgrade', (_, socket) => held.push(socket));
  try {
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await expect.poll(() => held.length).toBe(1);
    await page.close();
    expect(messages).toEqual([]);
  } finally {
    for (const socket of held) socket.destroy();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
