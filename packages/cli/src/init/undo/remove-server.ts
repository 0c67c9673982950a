/** Takes the server "annotate" out of an agent's configuration file. */
import { existsSync, readFileSync } from 'node:fs';

import { agents, type AgentType, listInstalledServers } from 'add-mcp';

import { projectAgents } from '../../agents/find-agents.ts';
import { parseJsonc, setJsonc } from '../../agents/jsonc.ts';
import { serverName } from '../../agents/server.ts';
import { removeTable } from '../../agents/toml.ts';
import type { Change } from '../change.ts';

/** In the files that agents keep in this folder. */
export async function proposeServerRemoval(folder: string): Promise<Change[]> {
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
      const after = withoutServer(before, agent, configKey.split('.'));
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
    return rest.trim() === '' ? null : rest;
  }
  const rest = setJsonc(text, [...keys, serverName], undefined) ?? text;
  return isEmpty(rest, keys) ? null : rest;
}

/** The object that holds the servers is all that is left, and has none. */
function isEmpty(text: string, keys: readonly string[]): boolean {
  const parsed = parseJsonc(text);
  const emptied = keys.reduceRight<object>((inner, key) => ({ [key]: inner }), {});
  const hasComments = /\/\/|\/\*/.test(text);
  return 'value' in parsed && !hasComments && JSON.stringify(parsed.value) === JSON.stringify(emptied);
}
