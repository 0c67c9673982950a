/** The questions of init. Each can be cancelled with Ctrl+C. */
import { confirm, isCancel, multiselect } from '@clack/prompts';
import { agents, type AgentType } from 'add-mcp';

import { projectAgents } from './project.ts';

/** `null` when the user cancelled. */
export async function askForAgents(suggested: readonly AgentType[]): Promise<AgentType[] | null> {
  const others = projectAgents().filter((agent) => !suggested.includes(agent));
  const answer = await multiselect({
    message: 'Which agents should get your annotations?',
    options: [...suggested, ...others].map((agent) => ({ value: agent, label: agents[agent].displayName })),
    initialValues: [...suggested],
    maxItems: 12,
    required: true,
  });
  return isCancel(answer) ? null : answer;
}

/** `null` when the user cancelled. */
export async function askYesNo(message: string, initialValue: boolean): Promise<boolean | null> {
  const answer = await confirm({ message, initialValue });
  return isCancel(answer) ? null : answer;
}
