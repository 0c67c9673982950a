/** Reads from the agents' configuration files which of them start this server. Writes nothing. */
import { existsSync, readFileSync } from 'node:fs';

import { agents, type AgentServers, listInstalledServers } from 'add-mcp';

import { isRecord } from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';

import { trustStepOf } from './folder-trust.ts';
import { parseJsonc } from './jsonc.ts';
import { browserToolsOf, isOurs, programNamedBy, rootNamedBy, wrapperStepOf } from './server.ts';

interface ConfiguredAgent {
  name: string;
  file: string;
  /** The project root that the entry names, if it does. */
  root: string | null;
  /** `false` for a root that is named and not there. */
  rootExists: boolean;
  /** A program that the entry starts by its path and that is not there. */
  missingProgram: string | null;
  browserTools: ReturnType<typeof browserToolsOf>;
  /** What the person does so that the agent reads the file; `null` when it does. */
  trustStep: string | null;
  /** What the person does on Windows so that the agent can start the entry; `null` when it can. */
  wrapperStep: string | null;
}

export interface AgentConfigs {
  configured: ConfiguredAgent[];
  unreadable: { file: string; problem: string }[];
}

/** Reads the files in `folders` and those in the user's home folder. */
export async function readAgentConfigs(folders: readonly string[]): Promise<AgentConfigs> {
  const lists = await Promise.all([
    ...folders.map((cwd) => listInstalledServers({ cwd })),
    listInstalledServers({ global: true }),
  ]);
  const existing = oncePerFile(lists.flat()).filter(({ configPath }) => existsSync(configPath));
  return {
    configured: [...existing.flatMap((each) => entriesOf(each, folders)), ...ownProjectsOfClaude(folders)],
    unreadable: existing.flatMap(problemOf),
  };
}

/** Agents may share a file; only the first of them is listed for it. */
function oncePerFile(all: readonly AgentServers[]): AgentServers[] {
  return all.filter(
    ({ configPath }, index) => all.findIndex((other) => other.configPath === configPath) === index,
  );
}

function entriesOf(
  { agentType, displayName, servers, configPath }: AgentServers,
  folders: readonly string[],
): ConfiguredAgent[] {
  // The file in the home folder is read everywhere.
  const folder = folders.find((each) => isInside(configPath, each));
  const trustStep = folder === undefined ? null : trustStepOf(agentType, folder);
  return servers
    .filter(({ serverName, config }) => isOurs(serverName, config))
    .map(({ config }) => ({
      name: displayName,
      file: configPath,
      trustStep,
      wrapperStep: wrapperStepOf(agentType, config),
      ...pathsOf(config, configPath),
    }));
}

// add-mcp reads a broken file as far as it can, so that it may look like an empty one.
function problemOf({ agentType, configPath, error }: AgentServers): AgentConfigs['unreadable'] {
  if (error !== undefined) return [{ file: configPath, problem: error }];
  if (agents[agentType].format !== 'json') return [];
  const text = readFileSync(configPath, 'utf8');
  const parsed = parseJsonc(text);
  return text.trim() === '' || 'value' in parsed ? [] : [{ file: configPath, problem: parsed.problem }];
}

/** `claude mcp add` writes to a part of the user's file that belongs to one project. */
function ownProjectsOfClaude(folders: readonly string[]): ConfiguredAgent[] {
  const { configPath: file, displayName: name } = agents['claude-code'];
  if (!existsSync(file)) return [];
  const parsed = parseJsonc(readFileSync(file, 'utf8'));
  const document = 'value' in parsed ? parsed.value : null;
  return folders.flatMap((folder) =>
    Object.entries(recordAt(document, ['projects', folder, 'mcpServers']))
      .filter(([server, entry]) => isOurs(server, entry))
      .map(([, entry]) => {
        const config = recordAt(entry, []);
        const wrapperStep = wrapperStepOf('claude-code', config);
        return { name, file, trustStep: null, wrapperStep, ...pathsOf(config, file) };
      }),
  );
}

function pathsOf(
  entry: Record<string, unknown>,
  file: string,
): Omit<ConfiguredAgent, 'name' | 'file' | 'trustStep' | 'wrapperStep'> {
  const root = rootNamedBy(entry, file);
  const program = programNamedBy(entry);
  return {
    root,
    rootExists: root === null || existsSync(root),
    missingProgram: program === null || existsSync(program) ? null : program,
    browserTools: browserToolsOf(entry),
  };
}

function recordAt(value: unknown, path: readonly string[]): Record<string, unknown> {
  const found = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
  return isRecord(found) ? found : {};
}
