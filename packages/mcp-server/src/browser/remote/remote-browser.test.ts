import { once } from 'node:events';

import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { agentProtocol, extensionId, keySubprotocol } from '@annotate-mcp/browser-protocol';

import { type BrowserServer, startBrowserServer } from '../../testing/browser-server.ts';
import { fault, tab } from '../../testing/scripted-extension.ts';
import { connectMs } from '../bridge/bridge.ts';
import { createProof, isProof, newChallenge } from '../bridge/proof.ts';

import { RemoteBrowser } from './remote-browser.ts';

const never = new Promise<never>(() => undefined);
const call = { agent: 'claude-code', signal: new AbortController().signal };

/** Left after the test. `findBridge` is counted. */
function remoteTo({ url, key }: Pick<BrowserServer, 'url' | 'key'>, version = '1.2.0') {
  let found = 0;
  const browser = new RemoteBrowser({
    version,
    findBridge: async () => {
      found++;
      return { url, key: key() };
    },
  });
  onTestFinished(() => browser.close());
  return { browser, found: () => found };
}

describe('a browser behind the bridge of another process', () => {
  it('answers as if it were here, and knows which agent asks', async () => {
    const server = await startBrowserServer();
    const { script, commands } = await server.extension();
    script.get_tabs = () => ({ tabs: [tab] });
    const { browser, found } = remoteTo(server);
    expect(await browser.run('get_tabs', {}, call)).toEqual({ tabs: [tab] });
    expect(await browser.run('get_tabs', {}, call)).toEqual({ tabs: [tab] });
    expect(commands).toMatchObject([{ agent: 'claude-code' }, { agent: 'claude-code' }]);
    expect(found()).toBe(1);
  });

  it('fails in the words of the extension, and in those of the bridge', async () => {
    const server = await startBrowserServer({ manualTimer: true });
    const { browser } = remoteTo(server);
    const waiting = browser.run('get_tabs', {}, call);
    await expect.poll(() => server.bridge.pending).toBe(1);
    server.timer.pass(connectMs);
    await expect(waiting).rejects.toMatchObject({ code: 'browser/not-connected' });
    await server.extension({ script: { close_tab: () => fault('tab/none', 'There is no tab 9.') } });
    await expect(browser.run('close_tab', { tabId: 9 }, call)).rejects.toMatchObject({
      code: 'tab/none',
      message: 'There is no tab 9.',
    });
  });

  it('is told when a caller no longer waits', async () => {
    const server = await startBrowserServer();
    const { script, received } = await server.extension();
    script.get_tabs = () => never;
    const caller = new AbortController();
    const { browser } = remoteTo(server);
    const running = browser.run('get_tabs', {}, { ...call, signal: caller.signal });
    const { id } = await received('get_tabs');
    caller.abort();
    await expect(running).rejects.toMatchObject({ code: 'browser/cancelled' });
    expect(await received('cancel')).toEqual({ type: 'cancel', id });
  });

  it('is not asked for a caller that has gone already', async () => {
    const server = await startBrowserServer();
    const { commands } = await server.extension({ script: { get_tabs: () => ({ tabs: [] }) } });
    const { browser } = remoteTo(server);
    const gone = browser.run('get_tabs', {}, { ...call, signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject({ code: 'browser/cancelled' });
    await browser.run('get_tabs', {}, call);
    expect(commands).toHaveLength(1);
  });

  it('stops what an agent started that has left', async () => {
    const server = await startBrowserServer();
    const { script, received } = await server.extension();
    script.get_tabs = () => never;
    const { browser } = remoteTo(server);
    const failure = browser.run('get_tabs', {}, call).catch((error: unknown) => error);
    const { id } = await received('get_tabs');
    expect(server.agents.size).toBe(1);
    await browser.close();
    expect(await failure).toMatchObject({ code: 'browser/disconnected' });
    expect(await received('cancel')).toEqual({ type: 'cancel', id });
    await expect.poll(() => server.agents.size).toBe(0);
  });

  it('is looked for again after the bridge has ended', async () => {
    const [first, second] = [await startBrowserServer(), await startBrowserServer()];
    for (const server of [first, second])
      await server.extension({ script: { get_tabs: () => ({ tabs: [] }) } });
    let current = first;
    const browser = new RemoteBrowser({
      version: '1.2.0',
      findBridge: async () => ({ url: current.url, key: current.key() }),
    });
    onTestFinished(() => browser.close());
    await browser.run('get_tabs', {}, call);
    current = second;
    first.agents.close();
    await expect.poll(() => first.agents.size).toBe(0);
    expect(await browser.run('get_tabs', {}, call)).toEqual({ tabs: [] });
    expect(second.agents.size).toBe(1);
  });

  it.each([
    { name: 'reads again', run: (browser: RemoteBrowser) => browser.run('get_tabs', {}, call), again: true },
    {
      name: 'does nothing twice',
      run: (browser: RemoteBrowser) => browser.run('close_tab', { tabId: 1 }, call),
      again: false,
    },
  ])('$name after the bridge has ended under a command', async ({ run, again }) => {
    const [first, second] = [await startBrowserServer(), await startBrowserServer()];
    const { received } = await first.extension({ script: { get_tabs: () => never, close_tab: () => never } });
    const { commands } = await second.extension({ script: { get_tabs: () => ({ tabs: [] }) } });
    const servers = [first, second];
    const browser = new RemoteBrowser({
      version: '1.2.0',
      findBridge: async () => {
        const { url, key } = servers.shift() ?? second;
        return { url, key: key() };
      },
    });
    onTestFinished(() => browser.close());
    const running = run(browser).catch((error: unknown) => error);
    await received(again ? 'get_tabs' : 'close_tab');
    first.agents.close();
    expect(await running).toMatchObject(again ? { tabs: [] } : { code: 'browser/disconnected' });
    expect(commands).toHaveLength(again ? 1 : 0);
  });

  it('that accepts no connection is reported, and looked for again with the next call', async () => {
    const server = await startBrowserServer();
    server.agents.close();
    const { browser, found } = remoteTo(server);
    for (const times of [3, 6]) {
      await expect(browser.run('get_tabs', {}, call)).rejects.toMatchObject({ code: 'browser/no-bridge' });
      expect(found()).toBe(times);
    }
  });
});

describe('releases', () => {
  it('a bridge that does not understand the agent says so', async () => {
    const server = await startBrowserServer();
    const socket = await openAgentSocket(server);
    socket.send(JSON.stringify({ type: 'hello', protocol: agentProtocol + 1, version: '9.0.0' }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('does not understand annotate-mcp 9.0.0') as string,
    });
    await once(socket, 'close');
  });

  it('a command that the bridge does not know is refused with the reason', async () => {
    const server = await startBrowserServer();
    const socket = await openAgentSocket(server);
    socket.send(JSON.stringify({ type: 'hello', protocol: agentProtocol, version: '9.0.0' }));
    await once(socket, 'message');
    const id = crypto.randomUUID();
    socket.send(JSON.stringify({ id, type: 'fly', params: {}, agent: 'x' }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({
      id,
      success: false,
      error: { code: 'command/unknown', hint: expect.stringContaining('different releases') as string },
    });
  });

  it.each([
    { name: 'an older shared bridge without other clients', version: '1.10.0', shared: true, ways: 1 },
    { name: 'a bridge of the same release', version: '1.2.0', shared: true, ways: 0 },
    { name: 'a newer bridge', version: '1.1.9', shared: true, ways: 0 },
    { name: 'an older bridge that a person started', version: '2.0.0', shared: false, ways: 0 },
  ])('$name makes way $ways times', async ({ version, shared, ways }) => {
    const server = await startBrowserServer({ shared });
    const { browser } = remoteTo(server, version);
    await server.extension({ script: { get_tabs: () => ({ tabs: [] }) } });
    await browser.run('get_tabs', {}, call).catch(() => undefined);
    expect(server.madeWay()).toBe(ways);
  });

  it('an older shared bridge that another agent uses is used too', async () => {
    const server = await startBrowserServer({ shared: true });
    await server.extension({ script: { get_tabs: () => ({ tabs: [] }) } });
    await remoteTo(server).browser.run('get_tabs', {}, call);
    expect(await remoteTo(server, '9.0.0').browser.run('get_tabs', {}, call)).toEqual({ tabs: [] });
    expect(server.madeWay()).toBe(0);
  });
});

describe("the agents' socket", () => {
  it.each([
    { name: 'no key', headers: {} },
    { name: 'another key', headers: { authorization: `Bearer ${'k'.repeat(43)}` } },
    { name: 'a page', origin: 'https://evil.test' },
    { name: 'the extension', origin: `chrome-extension://${extensionId}` },
    { name: 'another Host', host: 'evil.test' },
  ])('is closed to $name', async ({ headers, origin, host }) => {
    const server = await startBrowserServer();
    const sent = {
      ...(headers ?? { authorization: `Bearer ${server.key()}` }),
      ...(origin !== undefined && { origin }),
      ...(host !== undefined && { host }),
    };
    await expect(openAgentSocket(server, sent)).rejects.toThrow(/Unexpected server response: 40[13]/);
    expect(server.agents.size).toBe(0);
  });

  it('does not take the key as the extension sends it', async () => {
    const { url, key } = await startBrowserServer();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/agent?apiKey=${key()}`, [
      keySubprotocol(key()),
    ]);
    await expect(once(socket, 'open')).rejects.toThrow('401');
  });
});

describe('/health with a challenge', () => {
  it('proves that the server has the key and is at this address', async () => {
    const { url, key } = await startBrowserServer();
    const challenge = newChallenge();
    const { proof } = (await (await fetch(`${url}/health?challenge=${challenge}`)).json()) as {
      proof: string;
    };
    expect(isProof(proof, { url, key: key() }, challenge)).toBe(true);
    expect(isProof(proof, { url, key: key() }, newChallenge())).toBe(false);
    expect(isProof(proof, { url: 'http://127.0.0.1:1', key: key() }, challenge)).toBe(false);
    expect(
      isProof(createProof({ url, key: 'k'.repeat(43) }, challenge), { url, key: key() }, challenge),
    ).toBe(false);
  });

  it.each(['', 'short', 'x'.repeat(1000), 'a/b'.repeat(14)])('signs nothing else: %j', async (challenge) => {
    const { url } = await startBrowserServer();
    const answer = await (await fetch(`${url}/health?challenge=${encodeURIComponent(challenge)}`)).json();
    expect(answer).not.toHaveProperty('proof');
  });
});

async function openAgentSocket(
  { url, key }: Pick<BrowserServer, 'url' | 'key'>,
  headers: Record<string, string> = { authorization: `Bearer ${key()}` },
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/agent`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}
