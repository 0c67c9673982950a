import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { decodeConnection } from '@annotate-mcp/browser-protocol';
import { configFolder } from '@annotate-mcp/store/user-folders';

import { createTerminal } from '../terminal.ts';

import { printCode, printHowToConnect, printServer } from './messages.ts';

const connection = { url: 'http://127.0.0.1:3456', code: 'ABCD-EFGH', key: 'k'.repeat(43) };
const server = {
  url: connection.url,
  port: 3456,
  isBridge: true,
  keyFile: '/home/me/.config/annotate-mcp/key',
  root: '/home/me/shop',
  network: true,
};

function printedOn(
  { screen }: { screen: boolean },
  say: (terminal: ReturnType<typeof createTerminal>) => void,
) {
  const write = vi.fn();
  const output = { isTTY: screen, write } as unknown as NodeJS.WriteStream;
  say(createTerminal({ stdin: process.stdin, stdout: output, stderr: output, env: { NO_COLOR: '1' } }));
  return write.mock.calls.map(([text]) => String(text)).join('');
}

it('says where agents connect, and nothing of a code while the extension may connect by itself', () => {
  const text = printedOn({ screen: true }, (terminal) => printServer(server, terminal));
  expect(text).toContain('http://127.0.0.1:3456/mcp');
  expect(text).not.toMatch(/code|vf:/);
});

it('says that agents over stdio use another server, when there is one', () => {
  const text = printedOn({ screen: true }, (terminal) =>
    printServer({ ...server, isBridge: false }, terminal),
  );
  expect(text).toContain('agents over stdio use another server');
});

it('says who is let in where the system does not tell users apart', () => {
  const on = (platform: NodeJS.Platform) =>
    printedOn({ screen: true }, (terminal) => printServer({ ...server, platform }, terminal));
  for (const platform of ['win32', 'darwin'] as const)
    expect(on(platform)).toContain('other users of this machine');
  expect(on('linux')).not.toContain('other users');
});

it('shows a screen the code and the connection string, on a line of its own so that it can be copied', () => {
  const text = printedOn({ screen: true }, (terminal) => printHowToConnect(connection, terminal));
  const line = text.split('\n').find((each) => each.startsWith('vf://')) ?? '';
  expect(decodeConnection(line)).toEqual({ url: connection.url, key: connection.key });
  expect(text).toContain('ABCD-EFGH');
  expect(text).toContain('npx annotate-mcp extension');
});

it('writes neither into a log', () => {
  const text = printedOn({ screen: false }, (terminal) => {
    printServer(server, terminal);
    printHowToConnect(connection, terminal);
    printCode('WXYZ-2345', terminal);
  });
  expect(text).toContain('annotate-mcp serve --connection');
  for (const secret of ['vf://', connection.key, connection.code, 'WXYZ']) expect(text).not.toContain(secret);
});

it.each([
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, join('/cfg', 'annotate-mcp')],
  ['linux', { XDG_CONFIG_HOME: '' }, join('/home/me', '.config', 'annotate-mcp')],
  ['darwin', {}, join('/home/me', 'Library', 'Application Support', 'annotate-mcp')],
  ['win32', { APPDATA: '/roaming' }, join('/roaming', 'annotate-mcp')],
] as const)('keeps the key where programs of %s with %j do', (platform, env, folder) => {
  expect(configFolder({ platform, env, home: '/home/me' })).toBe(folder);
});
