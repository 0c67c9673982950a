import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { closeCodes, decodeConnection } from '@annotate-mcp/browser-protocol';
import { protocolVersion } from '@annotate-mcp/core';
import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { callTool, connectBrowser, keyOf, openSocket, startServing } from '../testing/serving.ts';
import { exitCodeOf, setUpCli } from '../testing/test-project.ts';

import { lanAddresses } from './messages.ts';

const { createProject } = setUpCli();

describe('serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('says where it is, and ends in order after %s', async (signal) => {
    const here = createProject();
    const { child, url, printed } = await startServing(here);
    const health = (await (await fetch(`${url}/health`)).json()) as object;
    expect(health).toMatchObject({ extensionConnected: false, sessions: 0 });
    const ended = exitCodeOf(child);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(printed()).not.toMatch(/^\s+at /m);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it('counts an agent while its event stream is open', async () => {
    const { url } = await startServing(createProject());
    const count = async () =>
      ((await (await fetch(`${url}/health`)).json()) as { sessions: number }).sessions;
    const leaving = new AbortController();
    const stream = await fetch(`${url}/sse`, { signal: leaving.signal });
    expect(stream.status).toBe(200);
    expect(await count()).toBe(1);
    leaving.abort();
    await expect.poll(count).toBe(0);
  });

  it('brings what an agent asks to the browser, and what the browser answers to the agent', async () => {
    const here = createProject();
    const { url, printed } = await startServing(here, ['--debug']);
    expect(await callTool(url, 'browser_get_tabs')).toContain('No browser is connected');
    const { messages } = await connectBrowser(url, keyOf(here));
    expect(await callTool(url, 'browser_get_tabs')).toContain('tabs');
    expect(messages).toMatchObject([{ type: 'welcome' }, { type: 'get_tabs', agent: 'test' }]);
    expect(printed()).toContain('Connected Chrome 156, extension 1.0.0');
    expect(printed()).not.toContain(keyOf(here));
  });

  it('says how to connect a browser only when none has connected by itself', { tags: 'full' }, async () => {
    const [alone, used] = [createProject(), createProject()];
    const connected = await startServing(used);
    await connectBrowser(connected.url, keyOf(used));
    const waiting = await startServing(alone);
    await expect.poll(waiting.printed, { timeout: 15_000 }).toContain('none has connected');
    expect(connected.printed()).toContain('Connected Chrome 156');
    expect(connected.printed()).not.toContain('none has connected');
    const { stdout } = await alone.runProgram(['serve', '--connection']);
    expect(decodeConnection(stdout)).toEqual({ url: waiting.url, key: keyOf(alone) });
  });

  it('has one store for the extension that annotates any page and for the agent', async () => {
    const here = createProject();
    const { url } = await startServing(here);
    const browser = await connectBrowser(url, keyOf(here));
    const welcome = (await browser.heard('welcome')) as {
      annotate: { hubPath: string; projectId: string; projectName: string };
    };
    const { hubPath, projectId, projectName } = welcome.annotate;
    expect(projectName).toBe('my project');
    const page = await openSocket(`${url}${hubPath}`, keyOf(here));
    page.say({
      type: 'session:resume',
      protocol: protocolVersion,
      authorSecret: randomUUID(),
      projectId,
      url: 'https://example.com/',
    });
    await page.heard('session:created');
    const { id, annotationText, ...rest } = sampleAnnotation({ pageUrl: 'https://example.com/' });
    page.say({
      type: 'annotation:create',
      ref: 'r',
      payload: { ...rest, id, annotationText: 'Make it blue' },
    });
    expect(await page.heard('message:done')).toMatchObject({ ref: 'r' });
    const pending = await callTool(url, 'get_all_pending');
    expect(pending).toContain('Make it blue');
    expect(pending).toContain(id);
  });

  it.each([
    { name: 'a page', origin: 'https://evil.test' },
    { name: 'another extension', origin: `chrome-extension://${'a'.repeat(32)}` },
  ])('lets $name neither drive the browser nor annotate', async ({ origin }) => {
    const here = createProject();
    const { url } = await startServing(here);
    for (const path of ['/', '/__annotate']) {
      await expect(openSocket(`${url}${path}`, keyOf(here), origin)).rejects.toThrow('Not let in');
    }
  });

  it('accepts an extension with another id when it is named', async () => {
    const here = createProject();
    const id = 'b'.repeat(32);
    const { url } = await startServing(here, ['--extension-id', id]);
    await openSocket(`${url}/`, keyOf(here), `chrome-extension://${id}`);
  });

  it('keeps the tools of the toolsets that were asked for', { tags: 'full' }, async () => {
    const { url } = await startServing(createProject(), ['--toolsets', 'browser']);
    expect(await callTool(url, 'get_all_pending')).toContain('not found');
    expect(await callTool(url, 'browser_get_tabs')).toContain('No browser');
  });

  it('says that a port is taken, and by whom it may be', async () => {
    const here = createProject();
    const { url } = await startServing(here);
    const { code, stderr } = await here.runProgram(['serve', '--port', new URL(url).port]);
    expect(code).toBe(1);
    expect(stderr).toContain('is taken by another program');
  });

  it.each([
    { args: ['--port', 'x'], env: {}, code: 2, says: 'number from 0' },
    { args: [], env: { PORT: '99999' }, code: 2, says: 'not a port' },
    { args: [], env: { API_KEY: 'abc' }, code: 1, says: 'not a valid key' },
    { args: ['--rotate-key'], env: { API_KEY: 'x'.repeat(20) }, code: 1, says: 'comes from API_KEY' },
    { args: ['--toolsets', 'nope', '--port', '0'], env: {}, code: 1, says: 'no toolset' },
  ])('refuses $args with $env in words', async ({ args, env, code, says }) => {
    const ran = await createProject().run(['serve', ...args], { env });
    expect(ran.stderr).toContain(says);
    expect(ran.code).toBe(code);
  });
});

describe('the key', () => {
  it('is created once, readable for this user only', async () => {
    const here = createProject();
    const { stdout } = await here.runProgram(['serve', '--connection']);
    const { url, key } = decodeConnection(stdout);
    expect(url).toBe('http://127.0.0.1:3456');
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(keyOf(here)).toBe(key);
    const folder = join(here.home, '.config', 'annotate-mcp');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['key']);
    expect(decodeConnection((await here.runProgram(['serve', '--connection'])).stdout).key).toBe(key);
    const other = createProject();
    expect(decodeConnection((await other.runProgram(['serve', '--connection'])).stdout).key).not.toBe(key);
  });

  it('is one when several ask for it at once', async () => {
    const here = createProject();
    const runs = await Promise.all([1, 2, 3].map(() => here.runProgram(['serve', '--connection'])));
    expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
  });

  it('is closed again to others when a copy opened it', async () => {
    const here = createProject();
    const file = join(here.home, '.config', 'annotate-mcp', 'key');
    mkdirSync(join(here.home, '.config', 'annotate-mcp'), { recursive: true });
    writeFileSync(file, 'k'.repeat(43), { mode: 0o644 });
    expect(decodeConnection((await here.run(['serve', '--connection'])).stdout).key).toBe('k'.repeat(43));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not replaced when its file holds something else', async () => {
    const here = createProject();
    const file = join(here.home, '.config', 'annotate-mcp', 'key');
    mkdirSync(join(here.home, '.config', 'annotate-mcp'), { recursive: true });
    writeFileSync(file, 'short');
    const { code, stderr } = await here.run(['serve', '--connection']);
    expect(code).toBe(1);
    expect(stderr).toContain('does not contain a key; it was left untouched');
    expect(readFileSync(file, 'utf8')).toBe('short');
  });

  it('may come from the environment', async () => {
    const key = 'e'.repeat(32);
    const { stdout } = await createProject().run(['serve', '--connection'], {
      env: { API_KEY: key, PORT: '4000' },
    });
    expect(decodeConnection(stdout)).toEqual({ url: 'http://127.0.0.1:4000', key });
  });

  it('is worth nothing once it was replaced, also to a server that runs', async () => {
    const here = createProject();
    const { url, printed, child } = await startServing(here);
    const old = keyOf(here);
    const browser = await connectBrowser(url, old);
    expect((await here.runProgram(['serve', '--rotate-key'])).code).toBe(0);
    // Asked at once: the server must not need a moment to notice.
    await expect(openSocket(`${url}/`, old)).rejects.toThrow('Not let in');
    expect(await browser.closed).toBe(closeCodes.keyReplaced);
    expect(keyOf(here)).not.toBe(old);
    await connectBrowser(url, keyOf(here));
    expect(await callTool(url, 'browser_get_tabs')).toContain('tabs');
    while (!printed().includes('The key was replaced')) await once(child.stdout, 'data');
    for (const secret of [old, keyOf(here)]) expect(printed()).not.toContain(secret);
  });
});

describe('open to the network', () => {
  const [lan] = lanAddresses();

  it.skipIf(lan === undefined)(
    'lets other machines in by the key, and ends that when it is replaced',
    async () => {
      const here = createProject();
      const { url, printed } = await startServing(here, ['--network']);
      const there = url.replace('127.0.0.1', lan ?? '');
      expect(printed()).toContain(`${there}/mcp`);
      expect(printed()).not.toContain(keyOf(here));
      await expect(callTool(there, 'browser_get_tabs')).rejects.toThrow('401');
      await expect(callTool(url, 'browser_get_tabs')).rejects.toThrow('401');
      const bearer = { authorization: `Bearer ${keyOf(here)}` };
      expect(await callTool(there, 'browser_get_tabs', {}, bearer)).toContain('No browser');
      const stream = await fetch(`${there}/sse`, { headers: bearer });
      expect(stream.status).toBe(200);
      await here.runProgram(['serve', '--rotate-key']);
      await expect(stream.text()).rejects.toThrow();
      await expect(callTool(there, 'browser_get_tabs', {}, bearer)).rejects.toThrow('401');
    },
  );

  it.skipIf(lan === undefined)('is not what it is unless asked for', async () => {
    const { url } = await startServing(createProject());
    await expect(fetch(`${url.replace('127.0.0.1', lan ?? '')}/health`)).rejects.toThrow();
  });
});
