/** Asks the person on the consent page which agent to start. */
import { type Answer, type AskedOption, type ConsentPage, ownCommandId } from '@annotate-mcp/consent';

import type { Available } from './choose-agent.ts';
import { commandLineOf } from './presets/command-line.ts';
import { customCommand, splitCommand } from './presets/custom-command.ts';
import type { Preset } from './presets/preset.ts';
import type { Choice } from './remembered-choice.ts';
import { type AgentSetting, changedIn, withValue } from './settings/agent-setting.ts';
import type { RememberedSettings } from './settings/remembered-settings.ts';
import { fieldsOf, settingsIn } from './settings/setting-fields.ts';

export interface StartQuestion {
  available: Available;
  remembered: Choice | null;
  /** Why the agent that the person chose before could not be started. */
  problem?: string;
  /** It takes over an annotation from the agent of this name. */
  handOver?: { annotationId: string; from: string };
  /** How the remembered agent can be set, as far as it has said so before. */
  settings?: RememberedSettings;
}

const rememberedId = 'remembered-command';

/** `null` when the person does not want one, or when `signal` aborts. */
export async function askWhichAgent(
  ask: ConsentPage['ask'],
  { available, remembered, problem, handOver, settings }: StartQuestion,
  signal: AbortSignal,
): Promise<Choice | null> {
  const known = rememberedAgent(remembered, available, settings);
  const answer = await ask(
    {
      kind: 'start',
      title: titleOf(handOver, problem),
      ...(handOver !== undefined && { annotationId: handOver.annotationId }),
      text: problem ?? 'It reads and changes the files of this project, with the rights that you have.',
      ...(known !== null &&
        known.offered.length > 0 && {
          fieldsTitle: `Settings of ${known.name}`,
          fields: fieldsOf(known.offered),
        }),
      options: [
        ...optionsFor(available, remembered, known),
        { id: 'none', name: 'Do not start one', kind: 'reject_once' },
      ],
      allowsCommand: true,
    },
    signal,
  );
  if (answer === null) return null;
  if (answer.optionId === ownCommandId) return { command: splitCommand(answer.command ?? '') };
  if (known !== null && answer.values !== undefined) known.keep(answer);
  if (answer.optionId === rememberedId) return remembered;
  return available.presets.some(({ id }) => id === answer.optionId) ? { agent: answer.optionId } : null;
}

interface KnownAgent {
  readonly id: string;
  readonly name: string;
  /** With the values that the person chose. */
  readonly offered: readonly AgentSetting[];
  keep(answer: Answer): void;
}

/** The agent of last time, as it will be set again. */
function rememberedAgent(
  remembered: Choice | null,
  { presets, programs }: Available,
  settings: RememberedSettings | undefined,
): KnownAgent | null {
  if (remembered === null || settings === undefined) return null;
  const isTyped = 'command' in remembered;
  const preset = isTyped ? undefined : presets.find(({ id }) => id === remembered.agent);
  const command = isTyped ? customCommand(remembered.command) : preset?.find(programs);
  if (command === null || command === undefined) return null;
  const { title = command.name, offered: announced, values } = settings.of(command);
  const offered = announced.map((setting) => withValue(setting, values[setting.id]));
  return {
    id: preset?.id ?? rememberedId,
    name: title,
    offered,
    keep: (answer) =>
      settings.update(command, { values: { ...values, ...changedIn(settingsIn(answer, offered), offered) } }),
  };
}

function titleOf(handOver: StartQuestion['handOver'], problem: string | undefined): string {
  if (handOver !== undefined) return `Which agent takes over from ${handOver.from}?`;
  return problem === undefined ? 'Start an agent in this project?' : 'The agent could not be started';
}

/** The remembered choice first, then what is installed, then the rest with how to install it. */
function optionsFor(
  { presets, programs }: Available,
  remembered: Choice | null,
  known: KnownAgent | null,
): AskedOption[] {
  const takesFields = known !== null && known.offered.length > 0 && { takesFields: true };
  const offered = presets.map((preset) => ({
    ...optionFor(preset, programs),
    ...(preset.id === known?.id && takesFields),
  }));
  const custom: AskedOption[] =
    remembered !== null && 'command' in remembered
      ? [
          {
            id: rememberedId,
            name: known?.name ?? 'The command that you chose before',
            kind: 'choice',
            hint: `As before. ${describeWords(remembered.command)}`,
            ...takesFields,
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
