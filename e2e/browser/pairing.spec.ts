/** One question instead of a code: the extension finds the server of this machine, and finds it again. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BridgeFile, bridgeFileName, buildFileName } from '@annotate-mcp/browser-protocol';

import { bin } from '../support/bin.ts';

import { startAgent } from './support/agent.ts';
import { startChrome } from './support/chrome.ts';
import { openPopup } from './support/popup.ts';
import { startServing } from './support/serving.ts';
import { expect, test as browserTest } from './support/test.ts';

interface Found {
  /** Writes the file by which a server tells of itself. */
  announce: (server: { url: string; key: string; projectName?: string }) => void;
  withdraw: () => void;
  /** What is on the extension's button. */
  badge: () => Promise<string>;
}

const test = browserTest.extend<{ found: Found }>({
  found: async ({ chrome }, use) => {
    const file = join(chrome.extension, bridgeFileName);
    const withdraw = () => rmSync(file, { force: true });
    await use({
      announce: ({ url, key, projectName = 'shop' }) => {
        const startedAt = new Date().toISOString();
        const content: BridgeFile = { url, key, projectName, pid: process.pid, startedAt, version: '1' };
        writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
      },
      withdraw,
      badge: () => chrome.inWorker<string>('chrome.action.getBadgeText({})'),
    });
    withdraw();
    await chrome.inWorker(`chrome.storage.session.remove('questions')`);
  },
});

test('takes two steps: load what "annotate-mcp extension" unpacked, and press Connect', async () => {
  const config = mkdtempSync(join(tmpdir(), 'annotate-first-'));
  // Created first, so that it ends last: the server and the browser write into the folder until they end.
  await using ending = new AsyncDisposableStack();
  ending.defer(() => rmSync(config, { recursive: true }));
  const unpacked = execFileSync(process.execPath, [bin, 'extension', '--print-path'], {
    env: { ...process.env, ANNOTATE_CONFIG_FOLDER: config },
    encoding: 'utf8',
  }).trim();
  expect(unpacked).toBe(join(config, 'extension'));
  await using chrome = await startChrome({ unpacked });
  await using serving = await startServing({ config });
  await expect.poll(() => chrome.inWorker<string>('chrome.action.getBadgeText({})')).toBe('?');
  await using popup = await openPopup(chrome);
  await expect(popup.page.getByRole('heading', { name: 'Connect to shop?' })).toBeVisible();
  await popup.page.keyboard.press('Enter');
  await expect(popup.page.getByRole('status')).toContainText('Connected to shop');
  await using agent = await startAgent(serving.url);
  expect((await agent.call('browser_get_tabs')).isError).toBe(false);
});

test('asks once whether to connect to the server of this machine, by the name of its project', async ({
  chrome,
  serving,
  found,
}) => {
  await chrome.connectTo(null);
  await expect.poll(() => serving.isConnected()).toBe(false);
  expect(await found.badge()).toBe('');
  found.announce({ url: serving.url, key: serving.key });
  await expect.poll(found.badge).toBe('?');
  expect(await serving.isConnected()).toBe(false);
  await using popup = await openPopup(chrome);
  await expect(popup.page.getByRole('heading', { name: 'Connect to shop?' })).toBeVisible();
  await popup.expectAccessible();
  await expect(popup.page.getByRole('button', { name: 'Connect', exact: true }).first()).toBeFocused();
  await popup.page.keyboard.press('Enter');
  await expect(popup.page.getByRole('status')).toContainText('Connected to shop');
  expect(await found.badge()).toBe('');
});

test('is not asked again by a person who said "Not now", and still offers it in the popup @full', async ({
  chrome,
  serving,
  found,
}) => {
  await chrome.connectTo(null);
  found.announce({ url: serving.url, key: serving.key });
  await expect.poll(found.badge).toBe('?');
  await chrome.inPopup(`chrome.runtime.sendMessage({ type: 'popup:not-now' })`);
  expect(await found.badge()).toBe('');
  // A new start of the same server.
  found.announce({ url: serving.url, key: serving.key });
  await chrome.killWorker();
  const { offer } = await chrome.inPopup<{ offer: object }>(
    `chrome.runtime.sendMessage({ type: 'popup:open' })`,
  );
  expect(offer).toEqual({ projectName: 'shop', url: serving.url });
  expect(await found.badge()).toBe('');
  expect(await serving.isConnected()).toBe(false);
});

test('follows its server to another port without a question @full', async ({ serving, found }) => {
  found.announce({ url: serving.url, key: serving.key });
  await using moved = await startServing();
  await serving.stop();
  found.announce({ url: moved.url, key: moved.key });
  await expect.poll(() => moved.isConnected()).toBe(true);
  expect(await found.badge()).toBe('');
  found.withdraw();
  await moved.stop();
  await serving.start();
});

test('sends the key to no program that cannot prove that it has it', async ({ chrome, serving, found }) => {
  const heard: string[] = [];
  const impostor = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`);
    response.setHeader('access-control-allow-origin', '*');
    response.end(JSON.stringify({ extensionConnected: false, proof: 'A'.repeat(43) }));
  }).listen(0, '127.0.0.1');
  impostor.on('upgrade', (request, socket) => {
    heard.push(JSON.stringify(request.rawHeaders));
    socket.destroy();
  });
  await once(impostor, 'listening');
  const url = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
  // Where the extension may ask: not at all.
  await chrome.connectTo(null);
  found.announce({ url, key: 'another-key-of-another-server' });
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(await found.badge()).toBe('');
  // Where it was connected before: it says so, and waits.
  await chrome.connectTo({ url: serving.url, key: serving.key });
  await expect.poll(() => serving.isConnected()).toBe(true);
  await serving.stop();
  const before = heard.length;
  found.announce({ url, key: serving.key });
  await expect.poll(() => heard.length).toBeGreaterThan(before);
  const { socket } = await chrome.inPopup<{ socket: { name: string } }>(
    `chrome.runtime.sendMessage({ type: 'popup:open' })`,
  );
  expect(socket.name).toBe('refused');
  expect(heard.join('\n')).not.toContain(serving.key);
  impostor.close();
  impostor.closeAllConnections();
  found.withdraw();
  await serving.start();
});

test('loads newer files from its folder by itself, and stays connected', async ({ chrome, serving }) => {
  const change = (name: string, more: object) => {
    const file = join(chrome.extension, name);
    const content = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...content, ...more }));
  };
  change('manifest.json', { version: '99.0' });
  change(buildFileName, { build: 'a newer one' });
  // The extension looks twice a minute, when its alarm goes off; this one goes off at once.
  await chrome.inWorker(`chrome.alarms.create('now', { when: Date.now() })`);
  // The server is asked, and not the worker: a debugger that attaches to a worker that ends waits for good.
  await expect.poll(() => serving.connectedVersion()).toBe('99.0');
});

/**
 * Reports how long an agent's command took to be answered, and holds the median of several to two seconds. A single one
 * says more about how busy the machine is.
 */
function reportTimes(times: readonly number[]): void {
  test.info().annotations.push({ type: 'ms', description: times.join(' ') });
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  if (times.length > 1) expect(median).toBeLessThan(2_000);
}

for (const { rounds, tag } of [
  { rounds: 1, tag: [] },
  { rounds: 5, tag: ['@full'] },
]) {
  test(
    `answers a command that waits after Chrome has stopped its worker, ${rounds} of ${rounds} times`,
    { tag },
    async ({ chrome, agent }) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await chrome.killWorker();
        const start = performance.now();
        // A command that is sent before the server knows of it fails in words; the next one waits.
        const first = await agent.call('browser_get_tabs');
        const { isError, text } = first.isError ? await agent.call('browser_get_tabs') : first;
        times.push(Math.round(performance.now() - start));
        expect(isError, text).toBe(false);
      }
      reportTimes(times);
    },
  );

  test(
    `answers a command that waits after the server was restarted, ${rounds} of ${rounds} times`,
    { tag },
    async ({ serving }) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await serving.stop();
        await serving.start();
        const start = performance.now();
        await using agent = await startAgent(serving.url);
        const { isError, text } = await agent.call('browser_get_tabs');
        times.push(Math.round(performance.now() - start));
        expect(isError, text).toBe(false);
      }
      reportTimes(times);
    },
  );
}
