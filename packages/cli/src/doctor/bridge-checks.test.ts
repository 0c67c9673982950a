import { describe, expect, it } from 'vitest';

import { checkBridgeLinks } from './bridge-checks.ts';
import type { BridgeFacts } from './bridge-facts.ts';
import type { Facts } from './facts.ts';

const file = {
  url: 'http://127.0.0.1:3456',
  key: 'k'.repeat(43),
  projectName: 'shop',
  pid: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  version: '1.2.0',
};
const health = { extensionConnected: true, sessions: 2, version: '1.2.0' };
const chrome = { browser: 'Chrome 156 on Linux', extensionVersion: '1.2.0' };
const running = (extension: typeof chrome | null): BridgeFacts['bridge'] => ({
  state: 'found',
  file,
  check: { state: 'running', health: { ...health, extensionConnected: extension !== null, extension } },
});
const agent = (browserTools: 'named' | 'default' | 'left-out') => ({
  name: 'Cursor',
  file: '.cursor/mcp.json',
  root: null,
  rootExists: true,
  missingProgram: null,
  browserTools,
  trustStep: null,
  wrapperStep: null,
});

interface Case {
  version?: string;
  bridge?: BridgeFacts['bridge'];
  obstacle?: BridgeFacts['obstacle'];
  unpacked?: string | null;
  agents?: ReturnType<typeof agent>[];
}

function checked({
  version = '1.2.0',
  bridge = { state: 'none' },
  obstacle = null,
  unpacked = '1.2.0',
  agents = [agent('default')],
}: Case) {
  const facts = {
    bridge: {
      version,
      file: '/home/me/.config/annotate-mcp/bridge.json',
      bridge,
      obstacle,
      extension: { folder: '/home/me/.config/annotate-mcp/extension', version: unpacked },
    },
    configs: { configured: agents, unreadable: [] },
  } satisfies Pick<Facts, 'bridge' | 'configs'>;
  const checks = checkBridgeLinks(facts);
  return (name: string) => checks.find((check) => check.name === name);
}

it('doctor is content while the person does not use their own Chrome, and says how to begin', () => {
  const of = checked({ unpacked: null });
  expect(of('bridge')).toBeUndefined();
  expect(of('own Chrome')).toMatchObject({
    status: 'ok',
    fix: expect.stringContaining('extension') as string,
  });
});

it('doctor takes the extension of a checkout, and of a release that is tried, for its own', () => {
  const of = (version: string, unpacked: string) => checked({ version, unpacked })('extension')?.status;
  expect(of('0.0.0', '0.0.1')).toBe('ok');
  expect(of('1.3.0-beta.1', '1.3.0')).toBe('ok');
  expect(of('0.0.1', '0.0.0')).toBe('problem');
});

it('doctor is content when everything is connected', () => {
  const of = checked({ bridge: running(chrome) });
  for (const name of ['browser tools', 'bridge', 'extension', 'own Chrome'])
    expect(of(name)).toMatchObject({ status: 'ok' });
  expect(of('bridge')?.message).toContain('"shop"; 2 agents are connected');
  expect(of('own Chrome')?.message).toBe('Chrome 156 on Linux is connected.');
});

describe('names the link that is broken, and the next step', () => {
  it.each<Case & { name: string; link: string; fix: string }>([
    {
      name: 'an agent without the tools',
      agents: [agent('left-out')],
      link: 'browser tools',
      fix: 'init --browser',
    },
    { name: 'no agent at all', agents: [], link: 'browser tools', fix: 'init --browser' },
    {
      name: 'tools by default, without the extension',
      agents: [agent('default')],
      unpacked: null,
      bridge: running(null),
      link: 'browser tools',
      fix: 'init --browser',
    },
    {
      name: 'a file of another user',
      bridge: { state: 'refused', why: 'it belongs to another user (0)' },
      link: 'bridge',
      fix: 'Delete it',
    },
    {
      name: 'a key file without a key',
      obstacle: { message: '/home/me/key does not contain a key.', hint: 'Run serve --rotate-key.' },
      link: 'bridge',
      fix: '--rotate-key',
    },
    {
      name: 'no extension',
      agents: [agent('named')],
      unpacked: null,
      link: 'extension',
      fix: 'npx annotate-mcp extension',
    },
    { name: 'an old extension', unpacked: '1.1.0', link: 'extension', fix: 'npx annotate-mcp extension' },
    {
      name: 'an extension that was not loaded again',
      bridge: running({ ...chrome, extensionVersion: '1.1.0' }),
      link: 'extension',
      fix: 'reload',
    },
    {
      name: 'a browser that is not connected',
      bridge: running(null),
      link: 'own Chrome',
      fix: 'Open Chrome',
    },
  ])('$name', ({ link, fix, ...given }) => {
    expect(checked(given)(link)).toMatchObject({
      status: 'problem',
      fix: expect.stringContaining(fix) as string,
    });
  });
});

it.each<{ name: string; bridge: BridgeFacts['bridge'] }>([
  { name: 'none was started', bridge: { state: 'none' } },
  { name: 'the last one has ended', bridge: { state: 'found', file, check: { state: 'silent' } } },
  { name: 'another program has its port', bridge: { state: 'found', file, check: { state: 'unproven' } } },
])('is content when no bridge runs because $name: the next call starts it', ({ bridge }) => {
  const of = checked({ bridge });
  expect(of('bridge')).toMatchObject({ status: 'ok', message: expect.stringContaining('start') as string });
  expect(of('own Chrome')).toMatchObject({ status: 'ok' });
});
