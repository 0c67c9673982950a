import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { BridgeFile } from '@annotate-mcp/browser-protocol';

import { connectBrowser, startServing } from '../testing/serving.ts';
import { bridgeOf, configFolderOf, isRunning, startAgent } from '../testing/stdio-agent.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

/** The bridge that runs for this home. */
async function runningBridge(here: TestProject): Promise<BridgeFile> {
  await expect.poll(() => bridgeOf(here), { timeout: 15_000 }).not.toBeNull();
  const bridge = bridgeOf(here);
  if (bridge === null) throw new Error('The bridge has ended.');
  return bridge;
}

function leaveBridgeFile(here: TestProject, text: string): string {
  mkdirSync(configFolderOf(here), { recursive: true });
  const file = join(configFolderOf(here), 'bridge.json');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

describe('agents over stdio', () => {
  it('share one bridge that the first call starts, and the last one out closes it', async () => {
    const here = createProject();
    // Those of an app: the bridge must not take them for its own.
    const env = { PORT: '1', API_KEY: 'app', NETWORK: '1' };
    const [ann, ben] = [startAgent(here, { name: 'ann', env }), startAgent(here, { name: 'ben', env })];
    expect(await ann.toolNames()).toContain('browser_get_tabs');
    expect(bridgeOf(here)).toBeNull();
    const calls = [ann.call('browser_get_tabs'), ben.call('browser_get_tabs')];
    const { url, key, pid } = await runningBridge(here);
    const { messages } = await connectBrowser(url, key);
    for (const answer of await Promise.all(calls)) expect(answer).toContain('tabs');
    expect(
      messages
        .slice(1)
        .map(({ agent }) => agent)
        .sort(),
    ).toEqual(['ann', 'ben']);
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ sessions: 2 });

    // The agent that started it is killed, and the other one goes on.
    ann.child.kill('SIGKILL');
    await once(ann.child, 'close');
    expect(await ben.call('browser_get_tabs')).toContain('tabs');
    expect(bridgeOf(here)?.pid).toBe(pid);

    ben.child.stdin.end();
    expect(await once(ben.child, 'close')).toEqual([0, null]);
    await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
    expect(bridgeOf(here)).toBeNull();
    expect(readFileSync(join(configFolderOf(here), 'bridge.log'), 'utf8')).not.toContain(key);
  });

  it('are told when the bridge is killed under a command, and the next call starts another', async () => {
    const here = createProject();
    const agent = startAgent(here);
    const first = agent.call('browser_get_tabs');
    const { url, key, pid } = await runningBridge(here);
    const browser = await connectBrowser(url, key);
    await first;
    const pending = agent.call('browser_close_tab', { tab_id: 1 });
    await browser.heard('close_tab');
    process.kill(pid, 'SIGKILL');
    expect(await pending).toContain('The bridge to the browser ended before it answered');
    const again = agent.call('browser_get_tabs');
    await expect.poll(() => bridgeOf(here)?.pid, { timeout: 15_000 }).not.toBe(pid);
    const next = await runningBridge(here);
    await connectBrowser(next.url, next.key);
    expect(await again).toContain('tabs');
  });

  it('use the server that the person has started, and leave it running', { tags: ['full'] }, async () => {
    const here = createProject();
    const { url, child } = await startServing(here);
    const bridge = await runningBridge(here);
    expect(bridge).toMatchObject({ url, pid: child.pid, projectName: 'my project' });
    expect(statSync(join(configFolderOf(here), 'bridge.json')).mode & 0o777).toBe(0o600);
    await connectBrowser(url, bridge.key);
    // As a backup may leave it.
    chmodSync(join(configFolderOf(here), 'bridge.json'), 0o644);
    const agent = startAgent(here);
    expect(await agent.call('browser_get_tabs')).toContain('tabs');
    expect(statSync(join(configFolderOf(here), 'bridge.json')).mode & 0o777).toBe(0o600);
    agent.child.stdin.end();
    await once(agent.child, 'close');
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ sessions: 0 });
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(bridgeOf(here)).toBeNull();
  });

  it(
    'go over to the server that a person starts, which takes the place of the shared bridge',
    { tags: 'full' },
    async () => {
      const here = createProject();
      const agent = startAgent(here);
      const first = agent.call('browser_get_tabs');
      const shared = await runningBridge(here);
      await connectBrowser(shared.url, shared.key);
      await first;
      const { url, child } = await startServing(here);
      expect(bridgeOf(here)).toMatchObject({ url, pid: child.pid });
      await expect.poll(() => isRunning(shared.pid)).toBe(false);
      await connectBrowser(url, shared.key);
      expect(await agent.call('browser_get_tabs')).toContain('tabs');
    },
  );

  it('are told why the bridge cannot be started, and where its log is', async () => {
    const here = createProject();
    mkdirSync(configFolderOf(here), { recursive: true });
    writeFileSync(join(configFolderOf(here), 'key'), 'short');
    const answer = await startAgent(here).call('browser_get_tabs');
    expect(answer).toContain('could not be started');
    expect(answer).toContain('does not contain a key');
    expect(answer).toContain('bridge.log');
  });

  it('keep their bridge when a server that a person starts finds its port taken', async () => {
    const here = createProject();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const agent = startAgent(here);
    const first = agent.call('browser_get_tabs');
    const shared = await runningBridge(here);
    await connectBrowser(shared.url, shared.key);
    await first;
    const { port } = other.address() as AddressInfo;
    const { stderr } = await here.runProgram(['serve', `--port=${port}`]);
    expect(stderr).toContain('is taken by another program');
    expect(bridgeOf(here)).toEqual(shared);
    expect(await agent.call('browser_get_tabs')).toContain('tabs');
  });

  it('start a bridge where its lock file is damaged', async () => {
    const here = createProject();
    mkdirSync(configFolderOf(here), { recursive: true });
    writeFileSync(join(configFolderOf(here), 'bridge.lock'), 'garbage{{{');
    const call = startAgent(here).call('browser_get_tabs');
    const { url, key } = await runningBridge(here);
    await connectBrowser(url, key);
    expect(await call).toContain('tabs');
  });
});

describe('a bridge file', () => {
  it.each([
    { name: 'address', change: { url: 'http://127.0.0.1:9' } },
    { name: 'key', change: { key: 'x'.repeat(43) } },
  ])(
    'with a wrong $name is corrected by the bridge that runs, and agents find it soon',
    async ({ change }) => {
      const here = createProject();
      const { url } = await startServing(here);
      const bridge = await runningBridge(here);
      await connectBrowser(url, bridge.key);
      leaveBridgeFile(here, JSON.stringify({ ...bridge, ...change }));
      const began = performance.now();
      expect(await startAgent(here).call('browser_get_tabs')).toContain('tabs');
      // It took 20 seconds, and failed.
      expect(performance.now() - began).toBeLessThan(15_000);
      expect(bridgeOf(here)).toEqual(bridge);
    },
  );

  it('that is corrected while an agent asks the program it named leads the agent to the bridge soon', async () => {
    const here = createProject();
    const { url } = await startServing(here);
    const bridge = await runningBridge(here);
    await connectBrowser(url, bridge.key);
    const wrong = createServer((_request, response) => {
      leaveBridgeFile(here, JSON.stringify(bridge));
      response.end('{}');
    });
    wrong.listen(0, '127.0.0.1');
    await once(wrong, 'listening');
    onTestFinished(() => void wrong.close());
    const { port } = wrong.address() as AddressInfo;
    leaveBridgeFile(here, JSON.stringify({ ...bridge, url: `http://127.0.0.1:${port}` }));
    expect(await startAgent(here).call('browser_get_tabs')).toContain('tabs');
  });

  it('of a bridge that was killed gives the key to no program that has its port now', async () => {
    const here = createProject();
    const key = 'k'.repeat(43);
    const heard: string[] = [];
    const impostor = createServer((request, response) => {
      heard.push(`${request.url ?? ''} ${JSON.stringify(request.headers)}`);
      response.end(
        JSON.stringify({ extensionConnected: true, sessions: 0, version: '1', proof: 'x'.repeat(43) }),
      );
    });
    impostor.on('upgrade', (request, socket) => {
      heard.push(`upgrade ${JSON.stringify(request.headers)}`);
      socket.destroy();
    });
    impostor.listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    onTestFinished(() => void impostor.close());
    const { port } = impostor.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    leaveBridgeFile(
      here,
      JSON.stringify({ url, key, projectName: 'x', pid: 2 ** 22 + 1, startedAt: 'then', version: '0.0.0' }),
    );
    const answer = startAgent(here).call('browser_get_tabs');
    await expect.poll(() => bridgeOf(here)?.url, { timeout: 15_000 }).not.toBe(url);
    const next = await runningBridge(here);
    await connectBrowser(next.url, next.key);
    expect(await answer).toContain('tabs');
    expect(heard.length).toBeGreaterThan(0);
    for (const each of heard) expect(each).not.toContain(key);
    for (const each of heard) expect(each).toMatch(/^\/health\?challenge=/);
  });

  it(
    'is also in the folder of the extension, once that is unpacked, and follows a new key',
    { tags: 'full' },
    async () => {
      const here = createProject();
      const { child } = await startServing(here);
      const copy = join(configFolderOf(here), 'extension', 'bridge.json');
      expect(existsSync(copy)).toBe(false);
      mkdirSync(join(configFolderOf(here), 'extension'));
      await expect.poll(() => existsSync(copy), { timeout: 10_000 }).toBe(true);
      const before = bridgeOf(here);
      expect(JSON.parse(readFileSync(copy, 'utf8'))).toEqual(before);
      await here.runProgram(['serve', '--rotate-key']);
      await expect.poll(() => bridgeOf(here)?.key, { timeout: 10_000 }).not.toBe(before?.key);
      await expect.poll(() => JSON.parse(readFileSync(copy, 'utf8')) as object).toEqual(bridgeOf(here));
      child.kill('SIGINT');
      await once(child, 'close');
      expect(existsSync(copy)).toBe(false);
    },
  );

  it(
    'stays that of the first of two servers, and becomes that of the second when the first ends',
    { tags: ['full'] },
    async () => {
      const here = createProject();
      const first = await startServing(here);
      const second = await startServing(here);
      expect(second.printed()).toContain('agents over stdio use another server');
      expect(bridgeOf(here)?.url).toBe(first.url);
      first.child.kill('SIGKILL');
      await expect.poll(() => bridgeOf(here)?.url, { timeout: 10_000 }).toBe(second.url);
    },
  );
});
