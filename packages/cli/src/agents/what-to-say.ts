import { agents, type AgentType } from 'add-mcp';

/** What a person says to each agent, so that it works on annotations: a command where the agent has one for prompts. */
export function whatToSay(connected: readonly AgentType[]): string[] {
  return connected.map((agent) => `${agents[agent].displayName}: ${commands[agent] ?? sentence}`);
}

const commands: Partial<Record<AgentType, string>> = {
  'claude-code': '/mcp__annotate__start-polling',
  vscode: '/mcp.annotate.start-polling',
  'gemini-cli': '/start-polling',
};

const sentence = '"Work on my annotations, and keep watching for new ones."';
