/** Asks the person on the consent page which agent to start. */
import { type AskedOption, type ConsentPage, ownCommandId } from '@annotate-mcp/consent';

import type { Available } from './choose-agent.ts';
import { commandLineOf } from './presets/command-line.ts';
import { splitCommand } from './presets/custom-command.ts';
import type { Preset } from './presets/preset.ts';
import type { Choice } from './remembered-choice.ts';

export interface StartQuestion {
  available: Available;
  remembered: Choice | null;
  /** Why the agent that the person chose before could not be started. */
  problem?: string;
  /** It takes over an annotation from the agent of this name. */
  handOver?: { annotationId: string; from: string };
}

const rememberedId = 'remembered-command';

/** `null` when the person does not want one, or when `signal` aborts. */
export async function askWhichAgent(
  ask: ConsentPage['ask'],
  { available, remembered, problem, handOver }: StartQuestion,
  signal: AbortSignal,
): Promise<Choice | null> {
  const answer = await ask(
    {
      kind: 'start',
      title: titleOf(handOver, problem),
      ...(handOver !== undefined && { annotationId: handOver.annotationId }),
      text: problem ?? 'It reads and changes the files of this project, with the rights that you have.',
      options: [
        ...optionsFor(available, remembered),
        { id: 'none', name: 'Do not start one', kind: 'reject_once' },
      ],
      allowsCommand: true,
    },
    signal,
  );
  if (answer === null) return null;
  if (answer.optionId === ownCommandId) return { command: splitCommand(answer.command ?? '') };
  if (answer.optionId === rememberedId) return remembered;
  return available.presets.some(({ id }) => id === answer.optionId) ? { agent: answer.optionId } : null;
}

function titleOf(handOver: StartQuestion['handOver'], problem: string | undefined): string {
  if (handOver !== undefined) return `Which agent takes over from ${handOver.from}?`;
  return problem === undefined ? 'Start an agent in this project?' : 'The agent could not be started';
}

/** The remembered choice first, then what is installed, then the rest with how to install it. */
function optionsFor({ presets, programs }: Available, remembered: Choice | null): AskedOption[] {
  const offered = presets.map((preset) => optionFor(preset, programs));
  const custom: AskedOption[] =
    remembered !== null && 'command' in remembered
      ? [
          {
            id: rememberedId,
            name: 'The command that you chose before',
            kind: 'choice',
            hint: describeWords(remembered.command),
          },
        ]
      : [];
  const isFirst = ({ id }: AskedOption) =>
    remembered !== null && 'agent' in remembered && remembered.agent === id;
  const rank = (option: AskedOption) => (option.disabled === true ? 2 : isFirst(option) ? 0 : 1);
  return [...custom, ...offered.toSorted((left, right) => rank(left) - rank(right))];
}

function optionFor(preset: Preset, programs: Available['programs']): AskedOption {
  const { id, name, install } = preset;
  const command = preset.find(programs);
  if (command === null) return { id, name, kind: 'choice', hint: `Install it: ${install}`, disabled: true };
  return { id, name, kind: 'choice', hint: `Runs ${commandLineOf(command)}` };
}

function describeWords([program = '', ...args]: readonly string[]): string {
  return `Runs ${commandLineOf({ program, args })}`;
}
