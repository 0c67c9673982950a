import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { agentProtocol } from '@annotate-mcp/browser-protocol';

import { startBrowserServer } from '../../testing/browser-server.ts';
import { readMessage } from '../bridge/read-message.ts';

import { RemoteBrowser } from './remote-browser.ts';

const params = { tabId: 1, landscape: false, paperWidth: 8, paperHeight: 11, background: false };
const result = { url: 'http://localhost/', title: 'Café', base64: Buffer.from('%PDF').toString('base64') };

it.each([
  { name: 'as bytes to one that takes them', takesBytes: true },
  { name: 'as text to one of an earlier release', takesBytes: undefined },
])('the bridge sends a file $name', async ({ takesBytes }) => {
  const server = await startBrowserServer();
  await server.extension({ script: { pdf: () => result } });
  const headers = { authorization: `Bearer ${server.key()}` };
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/agent`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', protocol: agentProtocol, version: '1.0.0', takesBytes }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: randomUUID(), type: 'pdf', params, agent: 'a' }));
  const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean];
  expect(isBinary).toBe(takesBytes === true);
  expect(readMessage(data, isBinary)).toMatchObject({ success: true, result });
});

it('a file that came through the bridge is as the extension sent it', async () => {
  const server = await startBrowserServer();
  await server.extension({ script: { pdf: () => result } });
  const browser = new RemoteBrowser({
    version: '1.0.0',
    findBridge: async () => ({ url: server.url, key: server.key() }),
  });
  onTestFinished(() => browser.close());
  const { signal } = new AbortController();
  expect(await browser.run('pdf', params, { agent: 'a', signal })).toEqual(result);
});
