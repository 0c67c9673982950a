/** The entry with which an agent starts this server. */
import { dirname, isAbsolute, resolve } from 'node:path';

import { agents, type AgentType, type McpServerConfig } from 'add-mcp';

import { isRecord } from '@annotate-mcp/core';
import { realPathIfThere } from '@annotate-mcp/store/files';

import { isStandalone, programFile } from '../this-program.ts';

export const serverName = 'annotate';
const rootVariable = 'ANNOTATE_PROJECT_ROOT';

/** It names no root: the server finds the one that the dev server finds, on every machine that has the file. */
export function serverEntry({ browser = false }: { browser?: boolean } = {}): McpServerConfig {
  const { command, args } = startCommand(programFile());
  return { command, args: browser ? [...args, ...browserArguments] : args };
}

/** For an agent that works in no project. Its file is of this machine, so that it names what this system starts. */
export function browserOnlyEntry(platform: NodeJS.Platform = process.platform): McpServerConfig {
  const { command, args } = startableOn(platform, startCommand(programFile()));
  return { command, args: [...args, '--toolsets', 'browser'] };
}

interface StartCommand {
  command: string;
  args: string[];
}

/** `npx` is a batch file on Windows, which only `cmd` starts for every program. */
export function startableOn(platform: NodeJS.Platform, { command, args }: StartCommand): StartCommand {
  return platform === 'win32' && command === 'npx'
    ? { command: 'cmd', args: ['/c', command, ...args] }
    : { command, args };
}

/**
 * What the person does on Windows for an agent that starts no batch files; `null` when there is nothing to do. The entry
 * itself stays as it is, because a team shares its file. That of Claude Desktop has `cmd` from the beginning.
 */
export function wrapperStepOf(
  agent: AgentType,
  entry: Readonly<Record<string, unknown>>,
  platform: NodeJS.Platform = process.platform,
): string | null {
  if (platform !== 'win32' || agent !== 'claude-code' || entry.command !== 'npx') return null;
  return `On Windows, ${agents[agent].displayName} starts npx only through cmd. In this project, run claude mcp add ${serverName} -- cmd /c npx -y annotate-mcp`;
}

/** All by name: without names the browser tools are offered only when the extension is installed. */
const browserArguments = ['--toolsets', 'annotations,markdown,browser'];

/** What an entry says about the browser tools; `default` offers them when the extension is installed. */
export function browserToolsOf(entry: Record<string, unknown>): 'named' | 'default' | 'left-out' {
  const words = [entry.command, entry.args].flat().filter((word) => typeof word === 'string');
  const index = words.findIndex((word) => word === '--toolsets' || word.startsWith('--toolsets='));
  if (index < 0) return 'default';
  const [, inline] = /^--toolsets=(.*)$/s.exec(words[index] ?? '') ?? [];
  const names = (inline ?? words[index + 1] ?? '').split(',').map((name) => name.trim());
  if (names.includes('browser')) return 'named';
  return names.includes('auto') ? 'default' : 'left-out';
}

/** For the user to add by hand where init does not write. */
export function describeStartCommand(): string {
  const { command, args } = startCommand(programFile());
  return args.length === 0
    ? `command ${command}, no arguments`
    : `command ${command}, arguments ${args.join(' ')}`;
}

/** A remark when the entry names a path of this machine, which other people do not have; `null` when it can be committed. */
export function remarkOnPath(): string | null {
  const path = programNamedBy({ ...serverEntry() });
  return path === null
    ? null
    : `The entry starts ${path}, which is on this machine only: do not commit it. npx annotate-mcp init writes one that a team can share.`;
}

/** npx finds packages in `node_modules`; a checkout has to be named by its path. */
export function startCommand(bin: string, standalone = isStandalone): StartCommand {
  if (standalone) return { command: bin, args: [] };
  const isInstalled = bin.split(/[\\/]/).includes('node_modules');
  // Not process.execPath: it names one version of Node, and is gone after the next update.
  return isInstalled ? { command: 'npx', args: ['-y', 'annotate-mcp'] } : { command: 'node', args: [bin] };
}

export function isOurs(name: string, entry: unknown): boolean {
  return name === serverName || JSON.stringify(entry).includes('annotate-mcp');
}

/** The root that an entry names, whatever its agent calls the environment; `null` when it names none. */
export function rootNamedBy(entry: Record<string, unknown>, file: string): string | null {
  const environments = [entry.env, entry.environment, entry.envs];
  const named = environments.map((env) => (isRecord(env) ? env[rootVariable] : undefined));
  const root = named.find((value) => typeof value === 'string');
  return root === undefined ? null : realPathIfThere(resolve(dirname(file), root));
}

/** The file or program that an entry starts by its absolute path; `null` when it names none, such as with npx. */
export function programNamedBy(entry: Record<string, unknown>): string | null {
  const words = [entry.command, entry.args].flat();
  // The `/c` of `cmd` is not a path.
  const path = words.find((word) => typeof word === 'string' && isAbsolute(word) && !/^\/[a-z]$/i.test(word));
  return typeof path === 'string' ? path : null;
}
