import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { decodeConnection } from '@annotate-mcp/browser-protocol';
import { configFolder } from '@annotate-mcp/store/user-folders';

import { createTerminal } from '../terminal.ts';

import { printServer, printCode } from './messages.ts';

const server = {
  url: 'http://127.0.0.1:3456',
  port: 3456,
  code: 'ABCD-EFGH',
  key: 'k'.repeat(43),
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

it('shows a screen the code and the connection string, on a line of its own so that it can be copied', () => {
  const text = printedOn({ screen: true }, (terminal) => printServer(server, terminal));
  const line = text.split('\n').find((each) => each.startsWith('vf://')) ?? '';
  expect(decodeConnection(line)).toEqual({ url: server.url, key: server.key });
  expect(text).toContain('ABCD-EFGH');
  expect(text).toContain('http://127.0.0.1:3456/mcp');
});

it('writes neither into a log', () => {
  const text = printedOn({ screen: false }, (terminal) => {
    printServer(server, terminal);
    printCode('WXYZ-2345', terminal);
  });
  expect(text).toContain('annotate-mcp serve --connection');
  for (const secret of ['vf://', server.key, server.code, 'WXYZ']) expect(text).not.toContain(secret);
});

it.each([
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, join('/cfg', 'annotate-mcp')],
  ['linux', { XDG_CONFIG_HOME: '' }, join('/home/me', '.config', 'annotate-mcp')],
  ['darwin', {}, join('/home/me', 'Library', 'Application Support', 'annotate-mcp')],
  ['win32', { APPDATA: '/roaming' }, join('/roaming', 'annotate-mcp')],
] as const)('keeps the key where programs of %s with %j do', (platform, env, folder) => {
  expect(configFolder({ platform, env, home: '/home/me' })).toBe(folder);
});
