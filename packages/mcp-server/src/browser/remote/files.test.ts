import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { agentProtocol } from '@annotate-mcp/browser-protocol';

import { startBrowserServer } from '../../testing/browser-server.ts';
import { readMessage } from '../bridge/messages.ts';
import { base64Of, bytesOf } from '../file-content.ts';

import { RemoteBrowser } from './remote-browser.ts';

const params = { tabId: 1, landscape: false, paperWidth: 8, paperHeight: 11, background: false };
const page = { url: 'http://localhost/', title: 'Café' };
const file = Buffer.from('%PDF-1.7 \xff\x00', 'latin1');
const text = file.toString('base64');

it.each([
  { name: 'bytes as bytes to an agent that takes them', received: file, takesBytes: true, sent: file },
  { name: 'text as bytes to an agent that takes them', received: text, takesBytes: true, sent: file },
  { name: 'bytes as text to an agent of an earlier release', received: file, sent: text },
  { name: 'text as text to an agent of an earlier release', received: text, sent: text },
])('the bridge sends a file that it got as $name', async ({ received, takesBytes = false, sent }) => {
  const server = await startBrowserServer();
  await server.extension({ script: { pdf: () => ({ ...page, file: received }) } });
  const headers = { authorization: `Bearer ${server.key()}` };
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/agent`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(
    JSON.stringify({
      type: 'hello',
      protocol: agentProtocol,
      version: '1.0.0',
      ...(takesBytes && { takesBytes }),
    }),
  );
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: randomUUID(), type: 'pdf', params, agent: 'a' }));
  const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean];
  expect(isBinary).toBe(takesBytes);
  expect(readMessage(data, isBinary)).toMatchObject({ success: true, result: { ...page, file: sent } });
});

it.each([
  { form: 'bytes', content: file },
  { form: 'text', content: text },
])('a file that the extension sent as $form comes through the bridge', async ({ content }) => {
  const server = await startBrowserServer();
  await server.extension({ script: { pdf: () => ({ ...page, file: content }) } });
  const browser = new RemoteBrowser({
    version: '1.0.0',
    findBridge: async () => ({ url: server.url, key: server.key() }),
  });
  onTestFinished(() => browser.close());
  const { signal } = new AbortController();
  const { file: received, ...about } = await browser.run('pdf', params, { agent: 'a', signal });
  expect(about).toEqual(page);
  expect(bytesOf(received)).toEqual(file);
  expect(base64Of(received)).toBe(text);
});
