/** `look_at` through everything: an MCP client, its store, the hub's store, the hub's socket, and a page in Chromium. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openPage } from '@annotate-mcp/hub/testing/browser';
import { createTestHub } from '@annotate-mcp/hub/testing/hub-server';
import {
  Agent,
  createAnnotationsToolset,
  createServer as createMcpServer,
  singleAgent,
} from '@annotate-mcp/mcp-server';
import { openStore, type Store } from '@annotate-mcp/store';

import { bundledFolder } from './bundled-files.ts';

const html = (script: string) => `<!doctype html><title>Shop</title>
  <style>h2 { padding: 12px 16px; color: rgb(0, 0, 255) }</style>
  <main><h2 id="offer">Special offer</h2><p data-private>Ann Smith</p>
  <input type="password" aria-label="Password" value="hunter2"></main>
  <script type="module" src="${script}"></script>`;

/** An app with a hub; `url` is its page. */
async function startApp() {
  const { hub, store, root } = await createTestHub({ overlayFolder: bundledFolder('page') });
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html(hub.scriptPath));
  });
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { store, root, url: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

/** An agent with a store of its own on the same file, as in another process. */
async function connectAgent(root: string) {
  const store = await openStore(undefined, { root });
  onTestFinished(() => store.close());
  const agents = singleAgent(new Agent(store, new Date()));
  const toolsets = [createAnnotationsToolset(store)];
  const server = createMcpServer({ store, agents, toolsets, root, version: '0.0.0' });
  const client = new Client({ name: 'claude-code', version: '1' });
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  onTestFinished(() => client.close());
  const lookAt = (input: Record<string, unknown>) => client.callTool({ name: 'look_at', arguments: input });
  /** Tries again, as the refusal says, while a busy machine makes the page answer too late. */
  const see = async (input: Record<string, unknown>) => {
    for (;;) {
      const result = await lookAt(input);
      if (!JSON.stringify(result).includes('did not answer')) return result;
    }
  };
  return { lookAt, see };
}

function annotationAt(pageUrl: string): Annotation {
  const annotation = sampleAnnotation({ id: uuidOf(5), kind: 'element', appId: '.' });
  if (annotation.kind !== 'element') throw new Error('The sample is of another kind.');
  const domSnapshot = '<h2 id="offer">Special offer</h2>';
  return { ...annotation, pageUrl, selector: '#offer', domSnapshot };
}

const isConnected = (store: Store, active: boolean) =>
  expect
    .poll(async () => (await store.sessions.list()).some((session) => session.active), { timeout: 20_000 })
    .toBe(active);

it('shows an agent what the open page shows, and says when it cannot', async () => {
  const { store, root, url } = await startApp();
  await store.add(annotationAt(url));
  const { lookAt, see } = await connectAgent(root);
  expect(await lookAt({ id: uuidOf(5) })).toMatchObject({ isError: true });

  await using browser = await openPage(url);
  await isConnected(store, true);
  const first = await see({ id: uuidOf(5) });
  expect(first.structuredContent).toMatchObject({
    hidden: false,
    look: {
      text: 'Special offer',
      styles: { 'padding-left': '16px', 'padding-top': '12px', color: 'rgb(0, 0, 255)' },
      outline: 'heading "Special offer" level=2',
    },
  });
  const [, picture] = first.content as { data?: string; mimeType?: string }[];
  expect(picture?.mimeType).toBe('image/webp');
  const size: unknown = await browser.page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/webp;base64,${picture?.data ?? ''}';
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  })()`);
  const box = await browser.page.locator('#offer').boundingBox();
  expect(size).toEqual({ width: Math.floor(box?.width ?? 0), height: Math.floor(box?.height ?? 0) });

  await browser.page.evaluate(`document.querySelector('#offer').style.paddingLeft = '20px'`);
  const changed = await see({ id: uuidOf(5), styles: ['padding-left'], picture: false });
  expect(changed.structuredContent).toMatchObject({ look: { styles: { 'padding-left': '20px' } } });

  const all = JSON.stringify(await see({ selector: 'main', picture: false }));
  expect(all).toContain('Special offer');
  expect(all).not.toMatch(/Ann Smith|hunter2/);

  // Until the dialog is closed, no script of the page runs.
  const opened = browser.page.waitForEvent('dialog');
  await browser.page.evaluate(`void setTimeout(() => alert('Wait'))`);
  const dialog = await opened;
  expect(JSON.stringify(await lookAt({ id: uuidOf(5) }))).toContain('did not answer within two seconds');
  await dialog.dismiss();

  await browser.page.evaluate(`document.querySelector('#offer').remove()`);
  expect(JSON.stringify(await see({ id: uuidOf(5) }))).toContain('is not on the page now');
  expect(browser.errors).toEqual([]);

  await browser.page.close();
  await isConnected(store, false);
  expect(JSON.stringify(await lookAt({ id: uuidOf(5) }))).toContain('No open tab shows');
  expect(await store.lookRequests.list()).toEqual([]);
});
