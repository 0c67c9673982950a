import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { exitCodeOf, setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

interface Message {
  id: number;
  result: unknown;
}

const request = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const hello =
  request(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }) + `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

function answers(stdout: string): Map<number, unknown> {
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
  return new Map(messages.map(({ id, result }) => [id, result]));
}

describe('no command', () => {
  it.each([{ args: [] }, { args: ['stdio'] }])(
    'is the stdio server, which ends with its input and prints nothing but MCP ($args)',
    async ({ args }) => {
      const { code, stdout, stderr } = await createProject().runProgram(args, { input: hello });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(answers(stdout).get(1)).toMatchObject({ serverInfo: { name: 'annotate' } });
    },
  );

  it.each([{ args: [] }, { args: ['--toolsets', 'annotations,markdown'] }])(
    'answers a host that starts it in /, where it reviews Markdown only ($args)',
    async ({ args }) => {
      const { code, stdout, stderr } = await createProject().runProgram(args, {
        input: hello + request(2, 'tools/list'),
        cwd: '/',
      });
      expect(code).toBe(0);
      expect(stderr).toContain('--root');
      const listed = answers(stdout).get(2) as { tools: { name: string }[] };
      expect(listed.tools.map(({ name }) => name)).toEqual(['open_markdown', 'interact']);
    },
  );

  it.each([
    { name: 'a store that cannot be read', args: [], says: 'left untouched', cwd: undefined },
    {
      name: 'annotations in the root folder',
      args: ['--toolsets', 'annotations'],
      says: '--root',
      cwd: '/',
    },
    { name: 'a root that is not there', args: ['--root', 'nowhere'], says: 'not a folder', cwd: undefined },
    {
      name: 'a toolset that there is not',
      args: ['--toolsets', 'x', '--store', 'memory:'],
      says: 'no toolset',
      cwd: undefined,
    },
    { name: 'a store of no kind', args: ['--store', 'x'], says: 'names no store', cwd: undefined },
  ])('says on stderr that it cannot start with $name', async ({ args, says, cwd }) => {
    const here = createProject();
    here.write('.annotate/store.db', 'not a database');
    const { code, stdout, stderr } = await here.runProgram(args, {
      input: hello,
      ...(cwd !== undefined && { cwd }),
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('shows where a failure comes from with --debug', async () => {
    const { code, stderr } = await createProject().runProgram(['--debug', '--store', 'x']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\s+at /m);
  });
});

describe('the server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends by itself after %s, though its input is open',
    async (signal) => {
      const child = createProject().start([]);
      const exitCode = exitCodeOf(child);
      child.stdin.write(hello);
      await once(child.stdout, 'data');
      child.kill(signal);
      expect(await exitCode).toBe(0);
    },
  );

  it('reads the store that is named', async () => {
    const here = createProject();
    await here.fill([sampleAnnotation({ annotationText: 'Make it blue' })], 'json:review.json');
    const call = request(2, 'tools/call', { name: 'get_all_pending', arguments: {} });
    const { stdout } = await here.runProgram(['--store', 'json:review.json'], { input: hello + call });
    expect(JSON.stringify(answers(stdout).get(2))).toContain('Make it blue');
  });
});

describe('--toolsets markdown', () => {
  const listed = request(2, 'tools/list');

  it.each([
    { name: 'a project', cwd: undefined },
    { name: 'the root folder, where a desktop app starts it', cwd: '/' },
  ])('offers those tools in $name, and makes no store', async ({ cwd }) => {
    const here = createProject();
    const { code, stdout, stderr } = await here.runProgram(['--toolsets', 'markdown'], {
      input: hello + listed,
      ...(cwd !== undefined && { cwd }),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(answers(stdout).get(2)).toMatchObject({
      tools: [{ name: 'open_markdown' }, { name: 'interact' }],
    });
    expect(here.files()).toEqual({});
  });

  it('opens files of the folders that are allowed, and no others', async () => {
    const here = createProject();
    here.write('../notes/a.md', '# A\n');
    here.write('../others/b.md', '# B\n');
    const child = here.start(['--toolsets', 'markdown', '--no-open', '--allow', '../notes', 'nowhere']);
    const stderr = once(child.stderr, 'data');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (text: string) => {
      child.stdin.write(text);
      return JSON.stringify((await lines.next()).value);
    };
    const open = (path: string) =>
      ask(request(2, 'tools/call', { name: 'open_markdown', arguments: { path } }));
    await ask(hello);
    expect(await open('../notes/a.md')).toContain('h1-a-1');
    expect(await open('../others/b.md')).toContain('markdown/outside-roots');
    expect(String(await stderr)).toBe('--allow: nowhere is not a folder and is ignored.\n');
    child.stdin.end();
    expect(await exitCodeOf(child)).toBe(0);
  });

  it('takes an empty --allow for none, and refuses a root that is not there', async () => {
    const here = createProject();
    const { code, stdout } = await here.runProgram(['--toolsets', 'markdown', '--allow'], { input: hello });
    expect({ code, answered: answers(stdout).has(1) }).toEqual({ code: 0, answered: true });
    const refused = await here.runProgram(['--toolsets', 'markdown', '--root', 'nowhere'], { input: hello });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
  });
});
