/** How the person set each agent in a project, and what it can be set to: it says so only after it has started. */
import { z } from 'zod';

import { commandLineOf } from '../presets/command-line.ts';
import type { AgentCommand } from '../presets/preset.ts';
import { ProjectFile } from '../project-file.ts';

import type { AgentSetting, SettingValue } from './agent-setting.ts';

export interface RememberedAgent {
  /** What the agent called itself. */
  title?: string;
  /** By id of the setting: only what the person chose. */
  values: Record<string, SettingValue>;
  /** What it announced last. */
  offered: AgentSetting[];
}

const named = { name: z.string(), hint: z.string().exactOptional() };
const by = z.enum(['config', 'mode', 'model']);
const choice = z.object({ value: z.string(), ...named, group: z.string().exactOptional() });
const setting = z.discriminatedUnion('type', [
  z.object({
    id: z.string(),
    ...named,
    by,
    type: z.literal('select'),
    value: z.string(),
    choices: z.array(choice),
  }),
  z.object({ id: z.string(), ...named, by, type: z.literal('switch'), value: z.boolean() }),
]) satisfies z.ZodType<AgentSetting>;
const format = z.object({
  version: z.literal(1),
  root: z.string(),
  agents: z.array(
    z.object({
      agent: z.string(),
      title: z.string().exactOptional(),
      values: z.record(z.string(), z.union([z.string(), z.boolean()])),
      offered: z.array(setting),
    }),
  ),
});

export class RememberedSettings {
  readonly #root: string;
  readonly #file: ProjectFile<z.output<typeof format>>;

  constructor(root: string, folder?: string) {
    this.#root = root;
    this.#file = new ProjectFile({ ending: '.settings.json', format, root, folder });
  }

  of(command: AgentCommand): RememberedAgent {
    const key = keyOf(command);
    return this.#all().find(({ agent }) => agent === key) ?? { values: {}, offered: [] };
  }

  update(command: AgentCommand, changes: Partial<RememberedAgent>): void {
    const agent = keyOf(command);
    const before = this.of(command);
    const after = { ...before, ...changes, agent };
    if (JSON.stringify({ ...before, agent }) === JSON.stringify(after)) return;
    const others = this.#all().filter((one) => one.agent !== agent);
    this.#file.write({ version: 1, root: this.#root, agents: [after, ...others].slice(0, mostAgents) });
  }

  #all() {
    return this.#file.read()?.agents ?? [];
  }
}

const mostAgents = 20;

/** One that we know is the same wherever it is installed. */
export function keyOf(command: AgentCommand): string {
  return command.isTyped === true ? commandLineOf(command) : command.name;
}
