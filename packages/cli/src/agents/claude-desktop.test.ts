import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { Machine } from '@annotate-mcp/store/user-folders';

import { applyChange } from '../init/change.ts';

import {
  claudeDesktopFile,
  hasClaudeDesktop,
  proposeDesktopRemoval,
  proposeDesktopServer,
} from './claude-desktop.ts';

const name = 'claude_desktop_config.json';

function machine(): Machine {
  const home = mkdtempSync(join(tmpdir(), 'annotate-desktop-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return { platform: 'linux', env: {}, home };
}

function configured(text: string): Machine {
  const there = machine();
  mkdirSync(dirname(claudeDesktopFile(there)), { recursive: true });
  writeFileSync(claudeDesktopFile(there), text);
  return there;
}

describe('the file of Claude Desktop', () => {
  it.each([
    ['linux', {}, join('/home/me', '.config', 'Claude', name)],
    ['darwin', {}, join('/home/me', 'Library', 'Application Support', 'Claude', name)],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Claude', name)],
    ['win32', {}, join('/home/me', 'AppData', 'Roaming', 'Claude', name)],
  ] as const)('is where it reads it on %s with %j', (platform, env, file) => {
    expect(claudeDesktopFile({ platform, env, home: '/home/me' })).toBe(file);
  });

  it('is not made on a machine without Claude Desktop', () => {
    expect(hasClaudeDesktop(machine())).toBe(false);
    expect(hasClaudeDesktop(configured('{}'))).toBe(true);
  });
});

describe('the entry for Claude Desktop', () => {
  it.each([
    { name: 'an empty file', text: '' },
    {
      name: 'a file with a server',
      text: '{\n  "mcpServers": { "other": { "command": "x" } },\n  "theme": 1\n}\n',
    },
  ])('offers the browser tools, is written once, and is taken back ($name)', ({ text }) => {
    const there = configured(text);
    for (const change of proposeDesktopServer(there)) applyChange(change);
    const written = readFileSync(claudeDesktopFile(there), 'utf8');
    expect(JSON.parse(written)).toMatchObject({
      mcpServers: {
        'annotate-browser': { args: expect.arrayContaining(['--toolsets', 'browser']) as unknown },
      },
    });
    expect(proposeDesktopServer(there)).toEqual([]);
    for (const change of proposeDesktopRemoval(there)) applyChange(change);
    const file = claudeDesktopFile(there);
    expect(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : null).toEqual(
      text === '' ? null : JSON.parse(text),
    );
    expect(proposeDesktopRemoval(there)).toEqual([]);
  });

  it.each(['{', '[]', '{ "mcpServers": [] }'])('is not put into a file of another form: %s', (text) => {
    const there = configured(text);
    expect(() => proposeDesktopServer(there)).toThrow('it was left untouched');
    expect(proposeDesktopRemoval(there)).toEqual([]);
  });
});
