import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, it, onTestFinished } from 'vitest';

import { openStore } from '../open-store.ts';

import {
  chooseCaller,
  findCallingProcess,
  isStillRunning,
  parsePs,
  parseWindowsList,
  type RunningProcess,
} from './calling-process.ts';
import { identityOf } from './process-identity.ts';

const chain = (...lines: string[][]): RunningProcess[] =>
  lines.map((args, at) => ({ pid: 100 - at, parent: 99 - at, startedAt: 'then', args }));

const presence = {
  agentId: 'a',
  agentName: 'claude-code',
  waiting: false,
  since: '2026-11-19T12:00:00.000Z',
};
const claude = ['claude'];
const npmTitle = ['npm exec annotate-mcp take 473160ca'];

it.each([
  { what: 'a script', above: chain(['bash', 'loop.sh'], ['bash']), pid: 100, inAgent: 100 },
  { what: 'a terminal', above: chain(['-zsh'], ['login']), pid: 100, inAgent: 100 },
  { what: 'one command in a shell', above: chain(['/bin/sh', '-c', 'x'], claude), pid: 100, inAgent: 99 },
  {
    what: 'one with options',
    above: chain(['bash', '-o', 'pipefail', '-lc', 'x'], claude),
    pid: 100,
    inAgent: 99,
  },
  { what: 'npx', above: chain(['sh', '-c', 'annotate-mcp'], npmTitle, ['zsh']), pid: 98, inAgent: 98 },
  {
    what: 'npx by its file',
    above: chain(['sh', '-c', 'x'], ['/usr/bin/node', '/lib/npx-cli.js', '-y', 'x'], ['-bash']),
    pid: 98,
    inAgent: 98,
  },
  {
    what: 'a batch file',
    above: chain(['C:\\Windows\\System32\\cmd.exe', '/d', '/s', '/c', 'x'], claude),
    pid: 100,
    inAgent: 99,
  },
  {
    what: 'PowerShell',
    above: chain(['pwsh.exe', '-NoProfile', '-Command', 'x'], claude),
    pid: 100,
    inAgent: 99,
  },
  { what: 'a sandbox', above: chain(['bash', '-lc', 'x'], ['bwrap', '--', 'bash']), pid: 100, inAgent: null },
  { what: 'a script with -c of its own', above: chain(['bash', 'x.sh', '-c']), pid: 100, inAgent: 100 },
  { what: 'what cannot be seen', above: [], pid: null, inAgent: null },
])('finds who called: $what', ({ above, pid, inAgent }) => {
  expect(chooseCaller(above, { passesShells: false })?.pid ?? null).toBe(pid);
  expect(chooseCaller(above, { passesShells: true })?.pid ?? null).toBe(inAgent);
});

it('reads what ps says on macOS', () => {
  const line = '  501 Thu Nov  9 13:26:30 2026     /bin/zsh -c annotate-mcp watch\n';
  expect(parsePs(7, line)).toEqual({
    pid: 7,
    parent: 501,
    startedAt: 'Thu Nov 9 13:26:30 2026',
    args: ['/bin/zsh', '-c', 'annotate-mcp', 'watch'],
  });
  expect(parsePs(7, '')).toBeNull();
});

it('takes no younger process for a parent on Windows, where numbers are given again', () => {
  const list =
    '8|4|200|"C:\\Program Files\\nodejs\\node.exe" bin.mjs\r\n4|1|100|cmd.exe /c x\r\n9|8|150|x\r\n';
  expect(parseWindowsList(list)).toEqual([
    { pid: 8, parent: 4, startedAt: '200', args: ['C:\\Program Files\\nodejs\\node.exe', 'bin.mjs'] },
    { pid: 4, parent: 1, startedAt: '100', args: ['cmd.exe', '/c', 'x'] },
    { pid: 9, parent: 0, startedAt: '150', args: ['x'] },
  ]);
});

it('finds the process that started this one', async () => {
  const caller = await findCallingProcess({ passesShells: false });
  expect(caller === null || isStillRunning(caller)).toBe(true);
});

it.each([
  { what: 'where the start of a process is known', startedAt: (pid: number) => identityOf(pid).startedAt },
  { what: 'where it is not', startedAt: () => 'Thu Nov 9 13:26:30 2026' },
])('an agent is there as long as the process that keeps it, $what', async ({ startedAt }) => {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = child.pid ?? 0;
  await store.agents.announceFor(presence, { pid, startedAt: startedAt(pid), mostMs: 60_000 });
  expect(await store.agents.list()).toEqual([presence]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await store.agents.list()).toEqual([]);
});
