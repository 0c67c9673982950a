/** Claude Desktop has one configuration for all projects. It gets the browser tools, which belong to no project. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isRecord } from '@annotate-mcp/core';
import { type Machine, thisMachine } from '@annotate-mcp/store/user-folders';

import { CliError } from '../errors.ts';
import type { Change } from '../init/change.ts';

import { parseJsonc, setJsonc } from './jsonc.ts';
import { browserOnlyEntry, describeStartCommand } from './server.ts';

export const claudeDesktop = 'claude-desktop';

/** An own name: the person may have an entry "annotate" of their own there, or the bundle. */
const desktopServerName = 'annotate-browser';

export function claudeDesktopFile({ platform, env, home }: Machine = thisMachine): string {
  return join(folderOf(platform, env, home), 'Claude', 'claude_desktop_config.json');
}

/** It creates its folder when it is started for the first time. */
export function hasClaudeDesktop(machine: Machine = thisMachine): boolean {
  return existsSync(dirname(claudeDesktopFile(machine)));
}

/** Changes nothing when the entry is there already. */
export function proposeDesktopServer(machine: Machine = thisMachine): Change[] {
  const file = claudeDesktopFile(machine);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  refuseUnreadable(file, before);
  const text = before === null || before.trim() === '' ? '{}' : before;
  const after = setJsonc(text, ['mcpServers', desktopServerName], browserOnlyEntry());
  if (after === null) throw unreadableError(file, 'has "mcpServers" in a form that init cannot extend');
  if (before !== null && sameValue(before, after)) return [];
  const what = `MCP server "${desktopServerName}" for Claude Desktop: the browser tools`;
  return [{ file, what, before, after: `${after.trimEnd()}\n` }];
}

export function proposeDesktopRemoval(machine: Machine = thisMachine): Change[] {
  const file = claudeDesktopFile(machine);
  if (!existsSync(file)) return [];
  const before = readFileSync(file, 'utf8');
  if (!isInDesktop(before)) return [];
  const after = setJsonc(before, ['mcpServers', desktopServerName], undefined);
  const what = `remove the MCP server "${desktopServerName}" of Claude Desktop`;
  return after === null ? [] : [{ file, what, before, after: isOnlyOurs(after) ? null : after }];
}

/** `Library/Application Support` and `AppData/Roaming` are where Electron apps keep their settings. */
function folderOf(platform: NodeJS.Platform, env: Machine['env'], home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME ?? join(home, '.config');
}

function isInDesktop(text: string): boolean {
  const parsed = parseJsonc(text);
  if (!('value' in parsed) || !isRecord(parsed.value)) return false;
  const { mcpServers } = parsed.value;
  return isRecord(mcpServers) && desktopServerName in mcpServers;
}

/** Nothing is left that init did not write. */
function isOnlyOurs(text: string): boolean {
  const parsed = parseJsonc(text);
  return 'value' in parsed && JSON.stringify(parsed.value) === '{"mcpServers":{}}';
}

function sameValue(before: string, after: string): boolean {
  return JSON.stringify(parseJsonc(before)) === JSON.stringify(parseJsonc(after));
}

function refuseUnreadable(file: string, text: string | null): void {
  if (text === null || text.trim() === '') return;
  const parsed = parseJsonc(text);
  if ('problem' in parsed) throw unreadableError(file, `is not valid JSON (${parsed.problem})`);
  if (!isRecord(parsed.value)) throw unreadableError(file, 'is not a JSON object');
}

function unreadableError(file: string, why: string): CliError {
  return new CliError('config/unreadable', `${file} ${why}; it was left untouched.`, {
    hint: `Fix it and run init again, or add the server "${desktopServerName}" by hand: ${describeStartCommand()} --toolsets browser.`,
  });
}
