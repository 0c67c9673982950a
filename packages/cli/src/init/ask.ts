/** The questions of init. Each can be cancelled with Ctrl+C, Ctrl+D and Esc. */
import type { Readable } from 'node:stream';

import { confirm, isCancel, multiselect, select } from '@clack/prompts';
import { agents, type AgentType } from 'add-mcp';

import { projectAgents } from '../agents/find-agents.ts';
import type { Dialog } from '../terminal.ts';

import { withoutMcp } from './shell-skill.ts';

/** `shell` is an agent that has a shell and no MCP; `null` when the user cancelled. */
export async function askForAgents(
  suggested: readonly AgentType[],
  dialog: Dialog,
): Promise<{ agents: AgentType[]; shell: boolean } | null> {
  const others = projectAgents().filter((agent) => !suggested.includes(agent));
  using closing = watchForEnd(dialog.input);
  const answer = await multiselect<AgentType | typeof withoutMcp>({
    message: 'Which agents should get your annotations?',
    options: [
      ...[...suggested, ...others].map((agent) => ({ value: agent, label: agents[agent].displayName })),
      { value: withoutMcp, label: 'An agent without MCP: a skill for its shell' },
    ],
    initialValues: [...suggested],
    maxItems: 12,
    required: true,
    signal: closing.signal,
    ...dialog,
  });
  if (isCancel(answer)) return null;
  return { agents: answer.filter((each) => each !== withoutMcp), shell: answer.includes(withoutMcp) };
}

/** `null` when the user cancelled. */
export async function askYesNo(
  message: string,
  initialValue: boolean,
  dialog: Dialog,
): Promise<boolean | null> {
  using closing = watchForEnd(dialog.input);
  const answer = await confirm({ message, initialValue, signal: closing.signal, ...dialog });
  return isCancel(answer) ? null : answer;
}

/** `null` when the user cancelled. */
export async function askOne<Value extends string>(
  message: string,
  options: readonly { value: Value; label: string }[],
  initialValue: Value,
  dialog: Dialog,
): Promise<Value | null> {
  using closing = watchForEnd(dialog.input);
  const answer = await select<string>({
    message,
    options: options.map(({ value, label }) => ({ value, label })),
    initialValue,
    signal: closing.signal,
    ...dialog,
  });
  return options.find(({ value }) => value === answer)?.value ?? null;
}

/** clack knows Ctrl+C and Esc. Ctrl+D closes the input, after which its question would wait forever. */
function watchForEnd(input: Readable): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const onKey = (_text: unknown, key: { ctrl?: boolean; name?: string } | undefined) => {
    if (key?.ctrl === true && key.name === 'd') abort();
  };
  input.on('keypress', onKey).once('end', abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void input.off('keypress', onKey).off('end', abort),
  };
}
