import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { bridgeProtocol, closeCodes } from '@annotate-mcp/browser-protocol';

import { startBrowserServer } from '../../testing/browser-server.ts';
import { connectExtension, fault, noOutcome, tab } from '../../testing/scripted-extension.ts';

import { connectMs } from './bridge.ts';
import { commandMs, helloMs, silenceMs } from './extension-socket.ts';

const never = new Promise<never>(() => undefined);
const call = { agent: 'claude-code', signal: new AbortController().signal };

describe('a command', () => {
  it('comes back with what the extension answered to it', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { script, commands } = await extension();
    script.get_tabs = () => ({ tabs: [tab] });
    expect(await bridge.run('get_tabs', {}, call)).toEqual({ tabs: [tab] });
    expect(commands).toMatchObject([{ type: 'get_tabs', params: {}, agent: 'claude-code' }]);
  });

  it('comes back with the file that the extension answered with as bytes', async () => {
    const { bridge, extension } = await startBrowserServer();
    const params = { tabId: 1, landscape: false, paperWidth: 8, paperHeight: 11, background: false };
    const result = { url: 'http://localhost/', title: 'Café', file: Buffer.from('%PDF-1.7') };
    await extension({ script: { pdf: () => result } });
    expect(await bridge.run('pdf', params, call)).toEqual(result);
  });

  it('keeps answers apart that come in another order', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { script } = await extension();
    const first = Promise.withResolvers<{ tab: typeof tab }>();
    script.close_tab = ({ tabId }) => (tabId === 1 ? first.promise : { tab: { ...tab, tabId } });
    const slow = bridge.run('close_tab', { tabId: 1 }, call);
    expect(await bridge.run('close_tab', { tabId: 2 }, call)).toMatchObject({ tab: { tabId: 2 } });
    first.resolve({ tab: { ...tab, tabId: 1 } });
    expect(await slow).toMatchObject({ tab: { tabId: 1 } });
  });

  it('fails in the words of the extension', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { script } = await extension();
    script.close_tab = () => fault('tab/none', 'There is no tab 9.');
    await expect(bridge.run('close_tab', { tabId: 9 }, call)).rejects.toMatchObject({
      code: 'tab/none',
      message: 'There is no tab 9.',
    });
  });

  it('is given up after 30 seconds, and the extension is told', async () => {
    const { bridge, extension, timer } = await startBrowserServer({ manualTimer: true });
    const { script, received } = await extension();
    script.get_tabs = () => never;
    const running = bridge.run('get_tabs', {}, call);
    const { id } = await received('get_tabs');
    expect(commandMs).toBe(30_000);
    timer.pass(commandMs);
    await expect(running).rejects.toMatchObject({ code: 'browser/timed-out' });
    expect(await received('cancel')).toEqual({ type: 'cancel', id });
    expect(bridge.pending).toBe(0);
  });

  it('is called off when its caller goes, and the extension is told', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { script, received } = await extension();
    script.get_tabs = () => never;
    const caller = new AbortController();
    const running = bridge.run('get_tabs', {}, { ...call, signal: caller.signal });
    const { id } = await received('get_tabs');
    caller.abort();
    await expect(running).rejects.toMatchObject({ code: 'browser/cancelled' });
    expect(await received('cancel')).toEqual({ type: 'cancel', id });
  });

  it('is not sent for a caller that has gone already', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { commands } = await extension();
    await expect(bridge.run('get_tabs', {}, { ...call, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'browser/cancelled',
    });
    expect(commands).toEqual([]);
  });

  it('fails at once when the browser goes away, if it may have changed something', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { script, socket, received } = await extension();
    script.close_tab = () => never;
    const running = bridge.run('close_tab', { tabId: 1 }, call);
    await received('close_tab');
    socket.terminate();
    await expect(running).rejects.toMatchObject({ code: 'browser/disconnected' });
  });

  it('is sent again when the browser is back, if it only reads', async () => {
    const { bridge, extension } = await startBrowserServer();
    const installId = randomUUID();
    const { script, socket, received } = await extension({ installId });
    script.get_tabs = () => never;
    const running = bridge.run('get_tabs', {}, call);
    await received('get_tabs');
    socket.terminate();
    await expect.poll(() => bridge.connected).toBeNull();
    await extension({ installId, script: { get_tabs: () => ({ tabs: [tab] }) } });
    expect(await running).toEqual({ tabs: [tab] });
  });

  it.each([
    { name: 'a result of another shape', reply: { success: true, result: { tabs: 'none' } } },
    { name: 'a fault without words', reply: { success: false, error: {} } },
    { name: 'neither', reply: {} },
  ])('fails at once when it is answered with $name', async ({ reply }) => {
    const { bridge, extension } = await startBrowserServer();
    const { script, send, received } = await extension();
    script.get_tabs = () => never;
    const running = bridge.run('get_tabs', {}, call);
    const { id } = await received('get_tabs');
    send({ id, ...reply });
    await expect(running).rejects.toMatchObject({ code: 'browser/bad-answer' });
  });

  it('ignores replies to no command and messages that are not valid', async () => {
    const { bridge, extension, log } = await startBrowserServer();
    const { script, send, socket } = await extension();
    script.get_tabs = () => ({ tabs: [] });
    send({ id: randomUUID(), success: true, result: noOutcome });
    send(['noise']);
    socket.send('{');
    socket.send(Buffer.from([1, 2]));
    expect(await bridge.run('get_tabs', {}, call)).toEqual({ tabs: [] });
    expect(log).toContain('extension: a reply to no pending command');
  });
});

describe('without an extension', () => {
  it('every command says how to connect one', async () => {
    const { bridge, key, timer } = await startBrowserServer({ manualTimer: true });
    const running = bridge.run('get_tabs', {}, call).catch((error: unknown) => error);
    timer.pass(connectMs);
    const failure = await running;
    expect(failure).toMatchObject({
      code: 'browser/not-connected',
      hint: expect.stringContaining('npx annotate-mcp extension') as string,
    });
    expect(JSON.stringify(failure)).not.toContain(key());
  });

  it('a command waits for one that connects a moment later', async () => {
    const { bridge, extension } = await startBrowserServer({ manualTimer: true });
    const running = bridge.run('get_tabs', {}, call);
    expect(bridge.pending).toBe(1);
    await extension({ script: { get_tabs: () => ({ tabs: [tab] }) } });
    expect(await running).toEqual({ tabs: [tab] });
    expect(bridge.pending).toBe(0);
  });

  it('a command waits a moment for one that has just been lost', async () => {
    const { bridge, extension } = await startBrowserServer({ manualTimer: true });
    const installId = randomUUID();
    const { socket, closed } = await extension({ installId });
    socket.terminate();
    await closed;
    await expect.poll(() => bridge.connected).toBeNull();
    const running = bridge.run('get_tabs', {}, call);
    await extension({ installId, script: { get_tabs: () => ({ tabs: [tab] }) } });
    expect(await running).toEqual({ tabs: [tab] });
  });

  it('a command does not wait longer than that', async () => {
    const { bridge, extension, timer } = await startBrowserServer({ manualTimer: true });
    const { socket } = await extension();
    socket.terminate();
    await expect.poll(() => bridge.connected).toBeNull();
    const running = bridge.run('get_tabs', {}, call);
    timer.pass(connectMs);
    await expect(running).rejects.toMatchObject({ code: 'browser/not-connected' });
  });
});

describe('an extension', () => {
  it('is welcomed with what it needs to annotate any page', async () => {
    const { extension } = await startBrowserServer();
    const { messages, socket } = await extension();
    expect(messages).toEqual([
      {
        type: 'welcome',
        protocol: bridgeProtocol,
        serverVersion: '0.0.0',
        annotate: { hubPath: '/__annotate', appId: '.', projectId: 'test', projectName: 'test' },
        takesBytes: true,
      },
    ]);
    expect(socket.protocol).toBe('annotate-bridge');
  });

  it('is answered when it says that it is there', async () => {
    const { extension } = await startBrowserServer();
    const { send, received } = await extension();
    send({ type: 'ping' });
    expect(await received('pong')).toEqual({ type: 'pong' });
  });

  it('replaces its own older socket, which is told not to come back', async () => {
    const { bridge, extension } = await startBrowserServer();
    const installId = randomUUID();
    const older = await extension({ installId });
    older.script.close_tab = () => never;
    const failure = bridge.run('close_tab', { tabId: 1 }, call).catch((error: unknown) => error);
    await older.received('close_tab');
    await extension({ installId, script: { get_tabs: () => ({ tabs: [] }) } });
    expect(await failure).toMatchObject({ code: 'browser/disconnected' });
    expect(await older.received('refused')).toMatchObject({ code: 'replaced' });
    expect(await older.closed).toMatchObject({ code: closeCodes.replaced });
    expect(await bridge.run('get_tabs', {}, call)).toEqual({ tabs: [] });
  });

  it('is refused while another install is connected, and told which', async () => {
    const { url, key, bridge, extension } = await startBrowserServer();
    const first = await extension();
    first.script.get_tabs = () => ({ tabs: [tab] });
    const second = await connectExtension(url, key());
    expect(await second.received('refused')).toMatchObject({
      code: 'another-install',
      message: 'Another browser is connected to this server: Chrome 156 on Linux',
    });
    expect(await second.closed).toMatchObject({ code: closeCodes.anotherInstall });
    expect(await bridge.run('get_tabs', {}, call)).toEqual({ tabs: [tab] });
  });

  it('may come when the other one has left', async () => {
    const { bridge, extension } = await startBrowserServer();
    const first = await extension();
    first.socket.close();
    await first.closed;
    await expect.poll(() => bridge.connected).toBeNull();
    await extension();
    expect(bridge.connected).toMatchObject({ browser: 'Chrome 156 on Linux' });
  });

  it.each([
    { name: 'of another release', hello: { protocol: 99 }, code: 'other-protocol' },
    { name: 'that names no install', hello: { installId: 'me' }, code: 'bad-hello' },
  ])('$name is refused with a message', async ({ hello, code }) => {
    const { url, key, bridge } = await startBrowserServer();
    const extension = await connectExtension(url, key(), { hello });
    expect(await extension.received('refused')).toMatchObject({ code });
    await extension.closed;
    expect(bridge.connected).toBeNull();
  });

  it('that says nothing is sent away', async () => {
    const { url, key, timer } = await startBrowserServer({ manualTimer: true });
    const extension = await connectExtension(url, key(), { hello: null });
    await timer.expire(helloMs);
    expect(await extension.closed).toMatchObject({ code: closeCodes.badHello });
  });

  it('that falls silent counts as gone', async () => {
    const { bridge, extension, timer } = await startBrowserServer({ manualTimer: true });
    const { closed } = await extension();
    await timer.expire(silenceMs);
    await closed;
    expect(bridge.connected).toBeNull();
  });

  it('is told when the key is replaced, and that it needs the new one', async () => {
    const { bridge, extension, rotate, timer } = await startBrowserServer({ manualTimer: true });
    const { closed, received } = await extension();
    rotate();
    expect(await received('refused')).toMatchObject({ code: 'key-replaced' });
    expect(await closed).toMatchObject({ code: closeCodes.keyReplaced });
    const running = bridge.run('get_tabs', {}, call);
    timer.pass(connectMs);
    await expect(running).rejects.toMatchObject({ code: 'browser/not-connected' });
  });

  it('is told goodbye when the server ends', async () => {
    const { bridge, extension } = await startBrowserServer();
    const { closed } = await extension();
    bridge.close();
    expect(await closed).toMatchObject({ code: closeCodes.goingAway });
  });
});
