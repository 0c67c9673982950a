/** How an agent can be set for a session (model, mode, effort): read from what it announces. Pure functions. */
import { z } from 'zod';

import { cleanName } from '@annotate-mcp/core';

/** All texts are the agent's, shortened. */
export type AgentSetting = SettingName & (SelectSetting | SwitchSetting);

interface SettingName {
  id: string;
  name: string;
  hint?: string;
  /** By which request it is changed: agents of before 2026 have a mode and a model only. */
  by: 'config' | 'mode' | 'model';
}

interface SelectSetting {
  type: 'select';
  value: string;
  choices: { value: string; name: string; hint?: string; group?: string }[];
}

interface SwitchSetting {
  type: 'switch';
  value: boolean;
}

export type SettingValue = string | boolean;

const most = { settings: 20, choices: 200, id: 200, hint: 200 };

const texts = { name: z.string(), description: z.string().nullish().catch(null) };
const id = z.string().min(1).max(most.id);
const choiceFormat = z.looseObject({ value: id, ...texts });
const groupFormat = z.looseObject({ name: z.string(), options: z.array(z.unknown()) });
const optionFormat = z.intersection(
  z.looseObject({ id, ...texts }),
  z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('select'), currentValue: id, options: z.array(z.unknown()) }),
    z.looseObject({ type: z.literal('boolean'), currentValue: z.boolean() }),
  ]),
);
const announced = z.looseObject({
  configOptions: z.array(z.unknown()).nullish().catch(null),
  modes: z
    .looseObject({ currentModeId: id, availableModes: z.array(z.unknown()) })
    .nullish()
    .catch(null),
  models: z
    .looseObject({ currentModelId: id, availableModels: z.array(z.unknown()) })
    .nullish()
    .catch(null),
});
const modeFormat = z.looseObject({ id, ...texts });
const modelFormat = z.looseObject({ modelId: id, ...texts });

/** What an agent answers to a new or continued session. What cannot be understood is left out. */
export function readSettings(response: unknown): AgentSetting[] {
  const read = announced.safeParse(response);
  if (!read.success) return [];
  const { configOptions, modes, models } = read.data;
  // An agent that has options announces its mode a second time for older clients.
  if (Array.isArray(configOptions) && configOptions.length > 0) return readOptions(configOptions);
  const older: AgentSetting[] = [];
  if (models !== null && models !== undefined) {
    const choices = each(models.availableModels, modelFormat).map((one) => choiceOf(one.modelId, one));
    older.push({ ...selectOf(models.currentModelId, choices), id: 'model', name: 'Model', by: 'model' });
  }
  if (modes !== null && modes !== undefined) {
    const choices = each(modes.availableModes, modeFormat).map((one) => choiceOf(one.id, one));
    older.push({ ...selectOf(modes.currentModeId, choices), id: 'mode', name: 'Mode', by: 'mode' });
  }
  return older.filter(hasChoice);
}

/** The whole list, as it is after a change of one of them. */
export function readOptions(configOptions: readonly unknown[]): AgentSetting[] {
  const options = each(configOptions, optionFormat).map((option): AgentSetting => {
    const named = { id: option.id, ...namesOf(option, option.id), by: 'config' as const };
    if (option.type === 'boolean') return { ...named, type: 'switch', value: option.currentValue };
    return { ...named, ...selectOf(option.currentValue, option.options.flatMap(readChoices)) };
  });
  const isFirst = (one: AgentSetting, index: number) =>
    options.findIndex((other) => other.id === one.id) === index;
  return options.filter(isFirst).filter(hasChoice).slice(0, most.settings);
}

/** Whether the setting, as the agent has it now, can have this value. */
export function takes(setting: AgentSetting, value: SettingValue): boolean {
  return setting.type === 'switch'
    ? typeof value === 'boolean'
    : setting.choices.some((choice) => choice.value === value);
}

/** As it was, where it cannot have this value. */
export function withValue(setting: AgentSetting, value: SettingValue | undefined): AgentSetting {
  if (setting.type === 'switch') return typeof value === 'boolean' ? { ...setting, value } : setting;
  return typeof value === 'string' && takes(setting, value) ? { ...setting, value } : setting;
}

/** Of the values that were chosen, those that the settings do not have already. */
export function changedIn(
  chosen: Readonly<Record<string, SettingValue>>,
  settings: readonly AgentSetting[],
): Record<string, SettingValue> {
  const changed = settings.flatMap(({ id, value }) => {
    const wanted = Object.hasOwn(chosen, id) ? chosen[id] : undefined;
    return wanted === undefined || wanted === value ? [] : [[id, wanted] as const];
  });
  return Object.fromEntries(changed);
}

/** The name of the choice; for a switch its own name, when it is on. */
export function describeSetting(setting: AgentSetting): string {
  if (setting.type === 'switch') return setting.value ? setting.name : '';
  return setting.choices.find(({ value }) => value === setting.value)?.name ?? setting.value;
}

function readChoices(option: unknown): AgentChoice[] {
  const group = groupFormat.safeParse(option);
  if (group.success) {
    const name = cleanName(group.data.name);
    return each(group.data.options, choiceFormat).map((one) => ({
      ...choiceOf(one.value, one),
      ...(name !== null && { group: name }),
    }));
  }
  return each([option], choiceFormat).map((one) => choiceOf(one.value, one));
}

type AgentChoice = SelectSetting['choices'][number];

function choiceOf(value: string, texts: z.output<typeof modeFormat> | Texts): AgentChoice {
  return { value, ...namesOf(texts, value) };
}

interface Texts {
  name: string;
  description?: string | null | undefined;
}

function namesOf({ name, description }: Texts, fallback: string): { name: string; hint?: string } {
  const hint = (description ?? '').replaceAll(/\s+/g, ' ').trim();
  return {
    name: cleanName(name) ?? cleanName(fallback) ?? 'Unnamed',
    ...(hint !== '' && { hint: hint.length > most.hint ? `${hint.slice(0, most.hint - 1)}…` : hint }),
  };
}

function selectOf(value: string, choices: readonly AgentChoice[]): SelectSetting {
  return { type: 'select', value, choices: choices.slice(0, most.choices) };
}

/** One that cannot be changed is not a choice. */
function hasChoice(setting: AgentSetting): boolean {
  return setting.type === 'switch' || setting.choices.some(({ value }) => value !== setting.value);
}

function each<Item>(items: readonly unknown[], format: z.ZodType<Item>): Item[] {
  return items.flatMap((item) => {
    const read = format.safeParse(item);
    return read.success ? [read.data] : [];
  });
}
