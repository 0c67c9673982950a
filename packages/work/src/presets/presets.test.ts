import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { programFinder } from '@annotate-mcp/store/programs';
import { isPosix } from '@annotate-mcp/store/testing/machine';

import { commandOf, onlyInstalled } from '../choose-agent.ts';

import { customCommand, splitCommand } from './custom-command.ts';
import { presetsFor } from './index.ts';

let top: string;
let root: string;
const presets = presetsFor({});
const programsIn = (...folders: string[]) => programFinder(root, { PATH: folders.join(delimiter) });

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate presets ')));
  root = join(top, 'project');
  for (const folder of ['person', 'project/node_modules/.bin', 'linked'])
    mkdirSync(join(top, folder), { recursive: true });
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe.skipIf(!isPosix)('the program of an agent', () => {
  it('is the one of the person, never one of the project, although npx puts that first into PATH', () => {
    const theirs = program('project/node_modules/.bin/gemini');
    symlinkSync(theirs, join(top, 'linked/gemini'));
    const projectBin = join(root, 'node_modules/.bin');
    const gemini = (...folders: string[]) => programsIn(...folders).find('gemini');
    expect([gemini(projectBin), gemini('node_modules/.bin', ''), gemini(join(top, 'linked'))]).toEqual([
      null,
      null,
      null,
    ]);
    const own = program('person/gemini');
    expect(gemini(projectBin, join(top, 'linked'), join(top, 'person'))).toBe(own);
  });

  it('is fetched by npx for a person who has the agent itself, outside of the project', () => {
    const available = { presets, programs: programsIn(join(top, 'person')) };
    expect(() => commandOf({ agent: 'claude' }, available)).toThrow(
      'Claude is not installed on this machine.',
    );
    const npx = program('person/npx');
    expect(() => commandOf({ agent: 'claude' }, available)).toThrow(
      'Claude is not installed on this machine.',
    );
    program('person/claude');
    expect(commandOf({ agent: 'claude' }, available)).toMatchObject({
      program: npx,
      args: ['-y', '@agentclientprotocol/claude-agent-acp'],
      isFetched: true,
    });
    const adapter = program('person/claude-agent-acp');
    expect(commandOf({ agent: 'claude' }, available)).toMatchObject({ program: adapter, args: [] });
  });

  it('is chosen by the person when several are installed', () => {
    const programs = programsIn(join(top, 'person'));
    expect(() => onlyInstalled({ presets, programs })).toThrow(/Several agents are installed/);
    expect(() => onlyInstalled({ presets, programs: programsIn() })).toThrow(
      /No agent that annotate-mcp knows/,
    );
  });

  it('is scripted only where the environment names it by its whole path', () => {
    const ids = (file: string) => presetsFor({ ANNOTATE_DEMO_AGENT: file }).map(({ id }) => id);
    expect([ids(''), ids('/x/acp.ts')]).toEqual([
      ['claude', 'codex', 'gemini', 'opencode'],
      ['claude', 'codex', 'gemini', 'opencode', 'scripted'],
    ]);
    const available = { presets: presetsFor({ ANNOTATE_DEMO_AGENT: 'acp.ts' }), programs: programsIn() };
    expect(() => commandOf({ agent: 'scripted' }, available)).toThrow(/not installed/);
  });
});

describe('a command that the person types', () => {
  it.each([
    ['gemini --acp', ['gemini', '--acp']],
    [' "my agent" --name \'a b\' c\\ d ', ['my agent', '--name', 'a b', 'c d']],
    ['agent "$(rm -rf /)" ; ls', ['agent', '$(rm -rf /)', ';', 'ls']],
    ['agent --x="a \\"b\\""', ['agent', '--x=a "b"']],
  ])('%s is split into words and never given to a shell', (text, words) => {
    expect(splitCommand(text, 'linux')).toEqual(words);
  });

  it.each([
    ['C:\\tools\\agent.exe --acp', ['C:\\tools\\agent.exe', '--acp']],
    ['"C:\\My Tools\\agent.exe"  --name="Ada\'s agent"', ['C:\\My Tools\\agent.exe', "--name=Ada's agent"]],
    ['agent ""', ['agent', '']],
  ])('%s keeps its backslashes on Windows', (text, words) => {
    expect(splitCommand(text, 'win32')).toEqual(words);
  });

  it.each(['agent "open', '', '   '])('%j is refused', (text) => {
    expect(() => customCommand(splitCommand(text))).toThrow(/quote is not closed|command is empty/);
  });

  it('has the name of the agent, not of what runs it', () => {
    expect(
      [
        ['npx', '-y', '@a/agent-acp'],
        ['/usr/bin/goose', 'acp'],
        ['node.exe', 'acp-agent.mjs'],
        ['Agent.CMD'],
      ].map((words) => customCommand(words).name),
    ).toEqual(['agent-acp', 'goose', 'acp-agent.mjs', 'Agent']);
  });
});

function program(path: string): string {
  const file = join(top, path);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}
