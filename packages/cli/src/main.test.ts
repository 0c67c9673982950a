import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { commands } from './commands/index.ts';
import { describeFailure } from './errors.ts';
import { runHere } from './testing/in-process.ts';
import { setUpCli } from './testing/test-project.ts';
import { unsupportedNode } from './unsupported-node.ts';

const { createProject } = setUpCli();

describe('the program', () => {
  it.each(commands)('explains $name, with examples', async ({ name, summary, examples }) => {
    for (const argv of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, stdout, stderr } = await runHere(argv);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const words = stdout.replace(/\s+/g, ' ');
      for (const text of [summary, '--root', '--store', '--debug', '--version', ...examples])
        expect(words).toContain(text);
    }
  });

  it.each([['--version'], ['-v'], ...commands.map(({ name }) => [name, '--version'])])(
    'prints its version for %s %s',
    async (...argv) => {
      expect(await runHere(argv)).toEqual({ code: 0, stdout: '0.0.0-source\n', stderr: '' });
    },
  );

  it.each([
    { argv: ['exprt'], error: "Unknown command 'exprt'.", hint: 'Did you mean export?' },
    { argv: ['exprt', '--status', 'x'], error: "Unknown command 'exprt'.", hint: 'Did you mean export?' },
    { argv: ['--root', 'x', 'docter'], error: "Unknown command 'docter'.", hint: 'Did you mean doctor?' },
    {
      argv: ['zzzzzz'],
      error: "Unknown command 'zzzzzz'.",
      hint: 'Run annotate-mcp --help for the commands and options.',
    },
    { argv: ['help', 'exprt'], error: "Unknown command 'exprt'.", hint: 'Did you mean export?' },
    {
      argv: ['help', 'zzzzzz'],
      error: "Unknown command 'zzzzzz'.",
      hint: 'Run annotate-mcp --help for the commands and options.',
    },
    { argv: ['--chanel'], error: "Unknown option '--chanel'.", hint: 'Did you mean --channel?' },
    { argv: ['init', '--dryrun'], error: "Unknown option '--dryrun'.", hint: 'Did you mean --dry-run?' },
    {
      argv: ['import', 'x', '--sotre', 'y'],
      error: "Unknown option '--sotre'.",
      hint: 'Did you mean --store?',
    },
  ])('refuses $argv with a suggestion', async ({ argv, error, hint }) => {
    expect(await runHere(argv)).toEqual({ code: 2, stdout: '', stderr: `${error}\n${hint}\n` });
    const { code, stdout, stderr } = await runHere([...argv, '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ code: 'cli/usage' });
  });

  it.each([
    { argv: ['list', '--zzzzzz'], help: 'annotate-mcp list --help' },
    { argv: ['import'], help: 'annotate-mcp import --help' },
    { argv: ['export', '--format', 'xml'], help: 'annotate-mcp export --help' },
    { argv: ['--debug', 'list', '--status', 'x'], help: 'annotate-mcp list --help' },
    { argv: ['stdio', '--zzzzzz'], help: 'annotate-mcp stdio --help' },
    { argv: ['--zzzzzz'], help: 'annotate-mcp --help' },
  ])('points from $argv to $help', async ({ argv, help }) => {
    const { code, stdout } = await runHere([...argv, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      hint: `Run ${help} for the commands and options.`,
      code: 'cli/usage',
    });
  });

  it.each([[['stdio', 'list']], [['--channel', 'list']]])('runs nothing for %j', async (argv) => {
    const here = createProject();
    await here.fill([sampleAnnotation()]);
    expect(await here.runProgram(argv)).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    { argv: ['lsp', '--foo'], hint: 'Run annotate-mcp lsp --help for the commands and options.' },
    { argv: ['list', '--stat'], hint: 'Did you mean' },
    { argv: ['lst'], hint: 'Did you mean' },
  ])('suggests for $argv only what is near', async ({ argv, hint }) => {
    expect((await runHere(argv)).stderr).toContain(hint);
  });

  it('lists what a newcomer needs first, and each command once', async () => {
    const { stdout } = await runHere(['--help']);
    const order = ['Start here:', 'init', 'dev', 'doctor', 'review', 'work', 'Annotations:'];
    const found = stdout
      .split('\n')
      .flatMap((line) => /^(?: {2})?([a-z]+|[A-Z].*:)(?: |$)/.exec(line)?.[1] ?? []);
    expect(found.slice(found.indexOf('Start here:')).slice(0, order.length)).toEqual(order);
    for (const { name } of commands)
      expect(stdout.match(new RegExp(`^  ${name}(?: |$)`, 'gm'))).toHaveLength(1);
  });

  it('explains itself when asked for help on help', async () => {
    const { code, stdout } = await runHere(['help', 'help']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Usage: annotate-mcp') as unknown,
    });
  });

  it('refuses an option without its value', async () => {
    const { code, stderr } = await runHere(['list', '--root']);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('argument missing') as unknown,
    });
  });

  it('colours its failures on a screen only', async () => {
    expect((await runHere(['lst'], { screen: true })).stderr).toContain('\u001b[31m');
  });
});

describe('a failure', () => {
  it.each([['list'], ['export'], ['init', '--dry-run']])('of %s in / says what to do', async (...argv) => {
    const { code, stdout, stderr } = await createProject().runProgram(argv, { cwd: '/' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Pass --root');
  });

  it('that is a bug names --debug', () => {
    expect(describeFailure(new TypeError('x is not a function'))).toMatchObject({
      error: 'x is not a function',
      hint: expect.stringContaining('--debug') as unknown,
      code: 'cli/unexpected',
      exitCode: 1,
    });
    expect(describeFailure('thrown')).toMatchObject({ error: 'thrown' });
  });
});

describe('Node', () => {
  it.each(['18.20.0', '20.20.2', '22.12.0'])('%s is refused', (version) => {
    expect(unsupportedNode(version)?.message).toContain(version);
  });

  it.each(['22.13.0', '24.1.0', '30.0.0-nightly'])('%s will do', (version) => {
    expect(unsupportedNode(version)).toBeNull();
  });

  it('of an old version is told what to do before anything is loaded that it does not have', async () => {
    const old = `
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });
      process.getBuiltinModule = () => { throw new Error('loaded'); };`;
    const { code, stdout, stderr } = await createProject().runProgram(['list'], {
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(old)}`],
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^annotate-mcp needs Node 22\.13 or newer; this is Node 20\.1\.0\.\n/);
  });
});
