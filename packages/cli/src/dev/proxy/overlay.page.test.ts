import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { listenWith } from '@annotate-mcp/http';
import { openPage } from '@annotate-mcp/hub/testing/browser';
import { createTestHub } from '@annotate-mcp/hub/testing/hub-server';

import { bundledFolder } from '../../bundled-files.ts';

import { addProxy } from './proxy.ts';
import { openUpstream } from './upstream.ts';

const header = "default-src 'none'; script-src 'nonce-app' 'strict-dynamic'";
const page = `<!doctype html><html><head>
  <meta http-equiv="Content-Security-Policy" content="script-src 'sha256-6HUpRFyPOh6vAFa8A0+CQBXt6Ipm5d4ytIBMQjdnIAU=' 'nonce-app'; connect-src 'none'">
  <title>Shop</title></head>
  <body><h1>Hi</h1><script nonce="app">document.title = 'The script of the app ran';</script><script>document.title = 'An injected script ran';</script></body></html>`;

it('connects the overlay of a page with strict policies in its header and its head, and lets nothing else in', async () => {
  const upstream = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': header }).end(page);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void upstream.close());
  const { port } = upstream.address() as AddressInfo;
  const app = await openUpstream(new URL(`http://localhost:${port}`), false);
  const { hub, store } = await createTestHub({ overlayFolder: bundledFolder('page') });
  const listener = await listenWith(
    (server) => {
      hub.attach(server);
      addProxy(server, { upstream: () => app, scriptPath: hub.scriptPath });
    },
    { host: '127.0.0.1', port: 0, graceMs: 0 },
  );
  onTestFinished(() => listener.close());
  await using browser = await openPage(`http://localhost:${listener.port}/`);
  await expect
    .poll(async () => (await store.sessions.list()).map(({ active }) => active), { timeout: 20_000 })
    .toEqual([true]);
  expect(await browser.page.title()).toBe('The script of the app ran');
  const refused = browser.console.filter(({ text }) => text.includes('Content Security Policy'));
  expect(refused.filter(({ text }) => text.includes('__annotate/'))).toEqual([]);
  expect(browser.errors).toEqual([]);
});
