/** Takes the server "annotate" out of an agent's configuration file. */
import { existsSync, readFileSync } from 'node:fs';

import { agents, type AgentType, listInstalledServers } from 'add-mcp';

import { projectAgents } from '../../agents/find-agents.ts';
import { setJsonc, textAt } from '../../agents/jsonc.ts';
import { serverName } from '../../agents/server.ts';
import { removeTable } from '../../agents/toml.ts';
import type { Change } from '../change.ts';

import type { originalsOf } from './written-files.ts';

/** In the files that agents keep in this folder. */
export async function proposeServerRemoval(
  folder: string,
  originalOf: ReturnType<typeof originalsOf>,
): Promise<Change[]> {
  const found = await listInstalledServers({ agents: projectAgents(), cwd: folder });
  const entries = found.flatMap(({ agentType, configPath, servers }) =>
    servers
      .filter((server) => server.serverName === serverName)
      .map(({ configKey }) => ({ agent: agentType, file: configPath, configKey })),
  );
  // Agents may share a file; it is shown for the first of them.
  const isFirst = ({ file }: { file: string }, index: number) =>
    entries.findIndex((entry) => entry.file === file) === index;
  return entries
    .filter(isFirst)
    .filter(({ file }) => existsSync(file))
    .flatMap(({ agent, file, configKey }) => {
      const before = readFileSync(file, 'utf8');
      const original = originalOf(file, before);
      const after = original === null ? null : withoutServer(original ?? before, agent, configKey.split('.'));
      if (after === before) return [];
      return [
        {
          file,
          what: `remove the MCP server "${serverName}" of ${agents[agent].displayName}`,
          before,
          after,
        },
      ];
    });
}

/** `null` when nothing is left that init did not write. */
function withoutServer(text: string, agent: AgentType, keys: readonly string[]): string | null {
  if (agents[agent].format === 'toml') {
    const rest = removeTable(text, [...keys, serverName]);
    return rest !== text && rest.trim() === '' ? null : rest;
  }
  const path = [...keys, serverName];
  if (textAt(text, path) === '') return text;
  const rest = withoutEmptied(setJsonc(text, path, undefined) ?? text, keys);
  return isEmpty(rest) ? null : rest;
}

/** The object that holds the servers, and those around it, when there is nothing left in them. */
function withoutEmptied(text: string, keys: readonly string[]): string {
  if (keys.length === 0 || !isEmpty(textAt(text, keys))) return text;
  return withoutEmptied(setJsonc(text, keys, undefined) ?? text, keys.slice(0, -1));
}

/** Init has added the object around the entry, where it is the only one. */
function isEmpty(text: string): boolean {
  return text.replaceAll(/\s/g, '') === '{}';
}
