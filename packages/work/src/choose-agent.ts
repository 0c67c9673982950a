/** From a choice to the command that starts the agent. */
import { AnnotateError } from '@annotate-mcp/core';
import type { ProgramFinder } from '@annotate-mcp/store/programs';

import { customCommand } from './presets/custom-command.ts';
import type { AgentCommand, Preset } from './presets/preset.ts';
import type { Choice } from './remembered-choice.ts';

export interface Available {
  readonly presets: readonly Preset[];
  readonly programs: Pick<ProgramFinder, 'find'>;
}

/** Throws when it is not installed. */
export function commandOf(choice: Choice, { presets, programs }: Available): AgentCommand {
  if ('command' in choice) return customCommand(choice.command);
  const preset = presets.find(({ id }) => id === choice.agent);
  if (preset === undefined) throw unknownAgentError(choice.agent, presets);
  const command = preset.find(programs);
  if (command === null) throw notInstalledError(preset);
  return command;
}

/** The only agent that is installed; throws with what there is when there is none or a choice to make. */
export function onlyInstalled(available: Available): Choice {
  const { presets, programs } = available;
  const installed = presets.filter((preset) => preset.find(programs) !== null);
  const [only] = installed;
  if (only !== undefined && installed.length === 1) return { agent: only.id };
  throw only === undefined ? noneInstalledError(presets) : undecidedError(installed);
}

function notInstalledError({ name, install }: Preset): AnnotateError {
  return new AnnotateError('work/not-installed', `${name} is not installed on this machine.`, {
    hint: `Install it: ${install}. A program inside of the project is not used; name it after "--" if you want it.`,
  });
}

function noneInstalledError(presets: readonly Preset[]): AnnotateError {
  const ways = presets.map(({ name, install }) => `${name}: ${install}`).join('; ');
  return new AnnotateError('work/not-installed', 'No agent that annotate-mcp knows is installed.', {
    hint: `Install one (${ways}), or name a command that speaks ACP: annotate-mcp work -- my-agent --acp`,
  });
}

function undecidedError(installed: readonly Preset[]): AnnotateError {
  return new AnnotateError(
    'work/not-installed',
    'Several agents are installed, and none was chosen for this project yet.',
    {
      hint: `Choose once: ${installed.map(({ id }) => `annotate-mcp work --agent ${id}`).join(', or ')}. The choice is remembered.`,
    },
  );
}

function unknownAgentError(name: string, presets: readonly Preset[]): AnnotateError {
  return new AnnotateError('work/not-installed', `There is no agent "${name}".`, {
    hint: `Choose from ${presets.map(({ id }) => id).join(', ')}, or name a command after "--".`,
  });
}
