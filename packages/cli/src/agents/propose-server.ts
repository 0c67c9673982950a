/**
 * What an agent's configuration file becomes when we are in it. add-mcp knows each agent's file and form, but it
 * rewrites what is around an entry and drops the comments there. So it works on a copy, and only the entry it made
 * is put into the real text.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import {
  agents,
  type AgentType,
  type InstalledServer,
  listInstalledServers,
  type McpServerConfig,
  upsertServer,
} from 'add-mcp';

import { CliError } from '../errors.ts';

import { parseJsonc, setJsonc, withoutMark } from './jsonc.ts';
import { browserToolsOf, describeStartCommand, serverEntry, serverName } from './server.ts';
import { putTable } from './toml.ts';

export interface Proposal {
  file: string;
  /** `null` when there is no such file yet. */
  before: string | null;
  /** The same as `before` when the entry is there already. */
  after: string;
}

/** Only for agents that keep a file in projects. Changes nothing in `folder`. */
export async function proposeServer(
  agent: AgentType,
  folder: string,
  server: McpServerConfig,
): Promise<Proposal> {
  const file = configFileOf(agent, folder);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  refuseUnreadable(agent, file, before);
  const copy = mkdtempSync(join(tmpdir(), 'annotate-init-'));
  try {
    copyInto(copy, folder, file);
    return { file, before, after: await textWithServer({ agent, file, before, copy, folder, server }) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function configFileOf(agent: AgentType, folder: string): string {
  const config = agents[agent];
  return (
    config.resolveConfigPath?.(config, { local: true, cwd: folder }) ??
    join(folder, config.localConfigPath ?? '')
  );
}

function refuseUnreadable(agent: AgentType, file: string, text: string | null): void {
  if (text === null || text.trim() === '' || agents[agent].format !== 'json') return;
  const parsed = parseJsonc(text);
  if ('problem' in parsed) throw configFileError(file, `is not valid JSON (${parsed.problem})`);
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    throw configFileError(file, 'is not a JSON object');
  }
}

function copyInto(copy: string, folder: string, file: string): void {
  // add-mcp refuses to make an .mcp.json that would hide an existing .github/mcp.json.
  for (const each of [file, join(folder, '.github', 'mcp.json')].filter((path) => existsSync(path))) {
    const target = join(copy, relative(folder, each));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withoutMark(readFileSync(each, 'utf8')));
  }
}

async function textWithServer({
  agent,
  file,
  before,
  copy,
  folder,
  server,
}: {
  agent: AgentType;
  file: string;
  before: string | null;
  copy: string;
  folder: string;
  server: McpServerConfig;
}): Promise<string> {
  const read = () => serversIn(agent, copy, file);
  const had = (await read()).find(isAnnotate);
  const wantedServer = keepsBrowser(had) ? serverEntry({ browser: true }) : server;
  const result = upsertServer(agent, serverName, wantedServer, { local: true, cwd: copy });
  if (!result.success)
    throw configFileError(file, `cannot be changed (${result.error ?? 'add-mcp does not say why'})`);
  const wanted = await read();
  const entry = wanted.find(isAnnotate);
  if (entry === undefined) throw configFileError(file, 'did not accept the entry');
  if (before !== null && isDeepStrictEqual(had?.config, entry.config)) return before;
  const copied = join(copy, relative(folder, file));
  if (before === null || before.trim() === '') return `${readFileSync(copied, 'utf8').trimEnd()}\n`;
  const after = put(agent, before, entry, wantedServer);
  if (after !== null) {
    writeFileSync(copied, withoutMark(after));
    if (isDeepStrictEqual(configsOf(await read()), configsOf(wanted))) return after;
  }
  throw configFileError(file, `has its "${entry.configKey}" in a form that init cannot extend`);
}

async function serversIn(agent: AgentType, cwd: string, file: string): Promise<InstalledServer[]> {
  const [found] = await listInstalledServers({ agents: [agent], cwd });
  if (found?.error !== undefined) throw configFileError(file, `cannot be read (${firstLine(found.error)})`);
  return found?.servers ?? [];
}

/** What `init --browser` wrote stays when init is run again without it. */
function keepsBrowser(had: InstalledServer | undefined): boolean {
  return had !== undefined && browserToolsOf(had.config) === 'named';
}

function isAnnotate(server: InstalledServer): boolean {
  return server.serverName === serverName;
}

/** `null` when the text has no place for it. */
function put(agent: AgentType, text: string, entry: InstalledServer, server: McpServerConfig): string | null {
  if (agents[agent].format === 'toml') return intoToml(text, entry, agent, server);
  const path = entry.configKey.split('.').filter((key) => key !== '');
  return setJsonc(text, [...path, serverName], entry.config);
}

/** add-mcp writes the table into a file of its own, from where it is taken over. */
function intoToml(
  text: string,
  { configKey }: InstalledServer,
  agent: AgentType,
  server: McpServerConfig,
): string {
  const empty = mkdtempSync(join(tmpdir(), 'annotate-init-'));
  try {
    const { path } = upsertServer(agent, serverName, server, { local: true, cwd: empty });
    return putTable(text, [...configKey.split('.'), serverName], readFileSync(path, 'utf8'));
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

function configsOf(servers: readonly InstalledServer[]): Record<string, unknown> {
  return Object.fromEntries(servers.map((server) => [server.serverName, server.config]));
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function configFileError(file: string, why: string): CliError {
  return new CliError('config/unreadable', `${file} ${why}; it was left untouched.`, {
    hint: `Fix it and run init again, or add the server "${serverName}" by hand: ${describeStartCommand()}.`,
  });
}
