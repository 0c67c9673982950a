import { InMemoryTransport } from '@modelcontextprotocol/client';
import { AppBridge, type McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import { afterEach, describe, expect, it } from 'vitest';

import { PlayedServer } from '../testing/played-server.ts';

import { connectApp } from './mcp-app.ts';
import type { ViewHost } from './view-host.ts';

let bridge: AppBridge;

afterEach(() => bridge.close());

/** A real host, linked to the view in memory. */
async function connected(
  context: McpUiHostContext = {},
  capabilities = { message: {}, updateModelContext: {} },
) {
  const played = new PlayedServer('# Plan\n');
  const [hostEnd, viewEnd] = InMemoryTransport.createLinkedPair();
  const seen: { what: string; params: unknown }[] = [];
  const note = (what: string) => async (params: unknown) => {
    seen.push({ what, params });
    return {};
  };
  bridge = new AppBridge(
    null,
    { name: 'host', version: '1' },
    { serverTools: {}, serverResources: {}, openLinks: {}, ...capabilities },
    { hostContext: context },
  );
  bridge.oncalltool = async ({ name, arguments: args }) => {
    const result = await played.call(name, args ?? {});
    // Of our own making, and a tool's result as the protocol has it.
    return result as Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;
  };
  bridge.onreadresource = async ({ uri }) => ({ contents: [{ uri, text: 'code()' }] });
  bridge.onmessage = note('message');
  bridge.onupdatemodelcontext = note('context');
  bridge.onopenlink = note('link');
  bridge.onrequestdisplaymode = async ({ mode }) => {
    seen.push({ what: 'display', params: mode });
    return { mode };
  };
  bridge.addEventListener('sizechange', (params) => void seen.push({ what: 'size', params }));
  const initialized = new Promise<void>((resolve) => bridge.addEventListener('initialized', () => resolve()));
  await bridge.connect(hostEnd);
  const host = await connectApp('1', viewEnd);
  await initialized;
  return { host, played, seen };
}

async function opened(host: ViewHost, played: PlayedServer) {
  await bridge.sendToolInput({ arguments: { path: './docs/plan.md' } });
  await bridge.sendToolResult(played.opened());
  return host.opened;
}

it('takes view, token and path from what the host sends', async () => {
  const { host, played } = await connected();
  const view = await opened(host, played);
  expect(view).toMatchObject({ token: 'token-1', path: './docs/plan.md', opened: { viewUUID: 'view-1' } });
});

it('says what to do when the host does not pass the token on', async () => {
  const { host, played } = await connected();
  const { _meta, ...rest } = played.opened();
  const failed = expect(host.opened).rejects.toThrow('annotate-mcp review FILE');
  await bridge.sendToolResult(rest);
  await failed;
  expect(_meta).toBeDefined();
});

it('says why the file was not opened', async () => {
  const { host } = await connected();
  const failed = expect(host.opened).rejects.toThrow('There is no such file.');
  await bridge.sendToolResult({
    isError: true,
    content: [{ type: 'text', text: '{"error":"There is no such file.","code":"markdown/not-found"}' }],
  });
  await failed;
});

it('calls tools, reads resources, and pushes messages to the model', async () => {
  const { host, played, seen } = await connected();
  const { opened: view, token } = await opened(host, played);
  const { data } = await host.call('read_md_bytes', {
    viewUUID: view.viewUUID,
    token,
    range: { start: 0, end: 100 },
  });
  expect(data).toMatchObject({ total: 7 });
  await expect(host.call('read_md_bytes', { viewUUID: 'x', token })).rejects.toThrow('no such view');
  expect(await host.read('ui://annotate-mcp/katex.js')).toBe('code()');
  await host.push?.context('all of it');
  await host.push?.message('look');
  host.openLink('https://example.org/');
  await expect
    .poll(() => seen.map(({ what }) => what).filter((what) => what !== 'size'))
    .toEqual(['context', 'message', 'link']);
  expect(host.push?.takesMessages).toBe(true);
});

it('recognises a host that takes no messages', async () => {
  const { host } = await connected({}, {} as { message: object; updateModelContext: object });
  expect(host.push?.takesMessages).toBe(false);
});

it('flushes before the host closes the view, and says that it is closed', async () => {
  const { host } = await connected();
  const done: string[] = [];
  host.onLeave(async () => void done.push('flushed'));
  host.onClose(async () => void done.push('closed'));
  await bridge.teardownResource({});
  expect(done).toEqual(['flushed', 'closed']);
});

describe('the host context', () => {
  it('comes from the host and follows it', async () => {
    const { host, seen } = await connected({
      theme: 'dark',
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen'],
      containerDimensions: { maxHeight: 500, maxWidth: 700 },
      safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 },
    });
    expect(host.context).toEqual({
      theme: 'dark',
      fullscreen: false,
      canFullscreen: true,
      safeArea: { top: 1, right: 2, bottom: 3, left: 4 },
      height: 500,
    });
    expect(seen).toContainEqual({ what: 'size', params: { height: 500 } });
    const changed = new Promise((resolve) => host.onContext(resolve));
    bridge.setHostContext({
      theme: 'light',
      displayMode: 'fullscreen',
      availableDisplayModes: ['inline', 'fullscreen'],
    });
    expect(await changed).toMatchObject({ theme: 'light', fullscreen: true, height: null });
    host.display?.toggleFullscreen();
    await expect.poll(() => seen.at(-1)).toEqual({ what: 'display', params: 'inline' });
  });

  it('has no height in a frame of fixed height', async () => {
    const { host } = await connected({ containerDimensions: { height: 900, width: 700 } });
    expect(host.context.height).toBeNull();
  });
});
