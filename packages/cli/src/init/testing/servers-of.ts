import { type AgentType, listInstalledServers } from 'add-mcp';

/** The MCP servers that an agent has in this folder, as its own configuration says, by name. */
export async function serversOf(agent: AgentType, cwd: string): Promise<Record<string, string>> {
  const [found] = await listInstalledServers({ agents: [agent], cwd });
  return Object.fromEntries(found?.servers.map(({ serverName, identity }) => [serverName, identity]) ?? []);
}
