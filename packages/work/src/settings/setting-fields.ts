/** Settings of an agent as the fields of a question, and back. Pure functions. */
import type { Answer, AskedField } from '@annotate-mcp/consent';

import { type AgentSetting, type SettingValue, takes } from './agent-setting.ts';

export function fieldsOf(settings: readonly AgentSetting[]): AskedField[] {
  return settings.map((setting): AskedField => {
    const { id, name: label, hint } = setting;
    const named = { id, label, ...(hint !== undefined && { hint }) };
    if (setting.type === 'switch') return { ...named, type: 'yes-no', value: setting.value };
    return { ...named, type: 'choice', required: true, choices: setting.choices, value: setting.value };
  });
}

/** What the person chose, by id of the setting. */
export function settingsIn(
  { values }: Answer,
  settings: readonly AgentSetting[],
): Record<string, SettingValue> {
  const chosen = settings.flatMap((setting) => {
    const value = values?.get(setting.id);
    const isOne = (typeof value === 'string' || typeof value === 'boolean') && takes(setting, value);
    return isOne ? [[setting.id, value] as const] : [];
  });
  return Object.fromEntries(chosen);
}
