/** Which agents init connects, and when it asks. */
import { agents, type AgentType } from 'add-mcp';

import { claudeDesktop } from '../agents/claude-desktop.ts';
import { projectAgents } from '../agents/find-agents.ts';
import { describeStartCommand } from '../agents/server.ts';
import { CliError } from '../errors.ts';

/** The named agents; otherwise those that were found. */
export function agentsFor(named: readonly string[] | undefined, found: readonly AgentType[]): AgentType[] {
  return named === undefined ? [...found] : [...new Set(named.map(toAgent))];
}

/** Other names for agents than those of add-mcp. */
const aliases: Readonly<Record<string, AgentType>> = {
  claude: 'claude-code',
  gemini: 'gemini-cli',
  copilot: 'github-copilot-cli',
  'vs-code': 'vscode',
  code: 'vscode',
  kiro: 'kiro-cli',
};

function toAgent(name: string): AgentType {
  const usable = projectAgents();
  const wanted = aliases[name.toLowerCase()] ?? name.toLowerCase();
  const agent = usable.find((known) => known === wanted);
  if (agent !== undefined) return agent;
  throw new CliError('cli/usage', describeUnusable(name), {
    hint: `Choose from ${usable.join(', ')}, or without-mcp for an agent that has only a shell.`,
  });
}

function describeUnusable(name: string): string {
  if (!Object.hasOwn(agents, name)) return `init does not know the agent "${name}".`;
  if (name === claudeDesktop)
    return 'Claude Desktop works in no project, so init gives it only the browser tools: pass --browser too.';
  return `${name} has one configuration for all projects, which init does not change. Add the server "annotate" there yourself: ${describeStartCommand()}, and ANNOTATE_PROJECT_ROOT in its environment.`;
}

export function noAgentError(): CliError {
  return new CliError('init/no-agent', 'No coding agent was found in this project or on this machine.', {
    hint: 'Name yours, for example --agents claude-code,cursor.',
  });
}

export function cannotAskError(): CliError {
  return new CliError(
    'cli/usage',
    'init asks before it changes anything, but this terminal cannot show a question.',
    {
      hint: 'Pass --yes to make the changes, or --dry-run to see them.',
    },
  );
}

export function needsConfirmation({
  yes = false,
  dryRun = false,
}: {
  yes?: boolean;
  dryRun?: boolean;
}): boolean {
  return !yes && !dryRun;
}
