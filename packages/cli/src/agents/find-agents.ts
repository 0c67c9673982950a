/** Finds the coding agents of a person: by their files in the project, their folder in the home folder, their program. */
import { agents, type AgentType, detectGlobalAgents, detectProjectAgents, getAgentTypes } from 'add-mcp';

import { hasProgram } from '../has-program.ts';

/** Agents with one file for all projects are not among them: what is right for one project breaks the others. */
export function projectAgents(): AgentType[] {
  const all = new Set([...mostUsed, ...getAgentTypes()]);
  return [...all].filter((agent) => agents[agent].localConfigPath !== undefined);
}

/** At the top of every list; the others follow by name. */
const mostUsed: readonly AgentType[] = ['claude-code', 'vscode', 'cursor', 'codex', 'gemini-cli'];

export async function findAgents(
  folders: readonly string[],
  path = process.env.PATH ?? '',
): Promise<AgentType[]> {
  const inProject = new Set(folders.flatMap((folder) => detectProjectAgents(folder)));
  // The two share .mcp.json, which is Claude Code's first of all.
  if (inProject.has('claude-code')) inProject.delete('github-copilot-cli');
  const installed = new Set(await detectGlobalAgents());
  return projectAgents().filter(
    (agent) =>
      inProject.has(agent) ||
      installed.has(agent) ||
      (programs[agent] ?? []).some((name) => hasProgram(name, path)),
  );
}

const programs: Partial<Record<AgentType, readonly string[]>> = {
  'claude-code': ['claude'],
  codex: ['codex'],
  cursor: ['cursor', 'cursor-agent'],
  'gemini-cli': ['gemini'],
  'github-copilot-cli': ['copilot'],
  'kiro-cli': ['kiro-cli'],
  opencode: ['opencode'],
  vscode: ['code', 'code-insiders'],
  zed: ['zed'],
};
