/**
 * The settings of one agent in a project: those that the person chose before are set in each new session, and as long as
 * a session lives, the person can change them on the consent page. Scripts of the annotated page cannot, because a mode
 * may let the agent act without asking.
 */
import type { Asked, ConsentPage } from '@annotate-mcp/consent';
import { describeError } from '@annotate-mcp/core';

import type { AgentSession } from '../agent/agent-session.ts';
import type { AgentCommand } from '../presets/preset.ts';

import { type AgentSetting, changedIn, describeSetting, type SettingValue, takes } from './agent-setting.ts';
import type { RememberedAgent, RememberedSettings } from './remembered-settings.ts';
import { fieldsOf, settingsIn } from './setting-fields.ts';

export interface AgentSettingsDeps {
  command: AgentCommand;
  remembered: RememberedSettings;
  ask: ConsentPage['ask'];
  log: (line: string) => void;
  onError: (error: unknown) => void;
}

const useId = 'use';

export class AgentSettings {
  readonly #deps: AgentSettingsDeps;
  /** Newest last. */
  readonly #sessions = new Set<AgentSession>();
  #asked = '';
  #asking = new AbortController();
  /** What the agent did not accept of the last change. */
  #problem = '';
  /** Several are set, one after the other: what is so in between is not shown. */
  #isSetting = false;
  #isClosed = false;

  constructor(deps: AgentSettingsDeps) {
    this.#deps = deps;
  }

  /** Resolves when the session has what the person chose before. */
  async begin(session: AgentSession): Promise<void> {
    const { command, remembered, log } = this.#deps;
    remembered.update(command, { title: session.name, offered: [...session.settings] });
    const { values } = remembered.of(command);
    for (const problem of await this.#setting(() => this.#setAgain(session, values))) log(problem);
    this.#sessions.add(session);
    session.onSettings = () => this.#show();
    void session.ended.then(() => {
      this.#sessions.delete(session);
      this.#show();
    });
    this.#show();
  }

  /** What could not be set: some settings are there only after another one has been set. */
  async #setAgain(session: AgentSession, values: RememberedAgent['values']): Promise<string[]> {
    let left = Object.entries(values);
    for (;;) {
      const problems = new Map<string, string>();
      for (const [id, value] of left) {
        const problem = await this.#set(session, id, value);
        if (problem !== null) problems.set(id, problem);
      }
      if (problems.size === 0 || problems.size === left.length) return [...problems.values()];
      left = left.filter(([id]) => problems.has(id));
    }
  }

  async #setting<Result>(set: () => Promise<Result>): Promise<Result> {
    this.#isSetting = true;
    try {
      return await set();
    } finally {
      this.#isSetting = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#asking.abort();
  }

  /** Asks again when what can be chosen, or what is chosen, is not what the person is shown. */
  #show(): void {
    const session = [...this.#sessions].at(-1);
    const { settings = [], name = '' } = session ?? {};
    const asked = settings.length === 0 ? null : this.#describe(settings, name);
    const text = JSON.stringify(asked);
    if (text === this.#asked || this.#isClosed || this.#isSetting) return;
    this.#asked = text;
    this.#asking.abort();
    this.#asking = new AbortController();
    if (asked === null) return;
    this.#deps.remembered.update(this.#deps.command, { offered: [...settings] });
    this.#ask(asked, settings, this.#asking.signal).catch(this.#deps.onError);
  }

  #describe(settings: readonly AgentSetting[], agentName: string): Asked {
    const words = settings.map(describeSetting).filter((text) => text !== '');
    const refused = this.#problem === '' ? '' : ' (it did not accept the last change)';
    return {
      kind: 'settings',
      title: `${words.join(' · ')}${refused}`,
      agentName,
      text: `${this.#problem === '' ? '' : `${this.#problem}\n\n`}For what it does in this project from now on, also after the next start.`,
      fields: fieldsOf(settings),
      options: [
        { id: useId, name: 'Use these', kind: 'choice', takesFields: true },
        { id: 'leave', name: 'Leave them as they are', kind: 'reject_once' },
      ],
    };
  }

  async #ask(asked: Asked, settings: readonly AgentSetting[], signal: AbortSignal): Promise<void> {
    const answer = await this.#deps.ask(asked, signal);
    if (answer === null || signal.aborted) return;
    this.#problem = '';
    if (answer.optionId === useId)
      await this.#setting(() => this.#use(settingsIn(answer, settings), settings));
    this.#asked = '';
    this.#show();
  }

  /** What the agent does not accept is not kept for the next start either. */
  async #use(chosen: Record<string, SettingValue>, before: readonly AgentSetting[]): Promise<void> {
    const { command, remembered, log } = this.#deps;
    const problems = new Set<string>();
    const kept = { ...remembered.of(command).values };
    for (const [id, value] of Object.entries(changedIn(chosen, before))) {
      const found = await Promise.all([...this.#sessions].map((session) => this.#set(session, id, value)));
      const refusals = found.filter((problem) => problem !== null);
      for (const problem of refusals) problems.add(problem);
      if (refusals.length === 0) kept[id] = value;
    }
    remembered.update(command, { values: kept });
    this.#problem = [...problems].join(' ');
    for (const problem of problems) log(problem);
  }

  /** Why the agent does not have it now; `null` when it has. */
  async #set(session: AgentSession, id: string, value: SettingValue): Promise<string | null> {
    const setting = session.settings.find((one) => one.id === id);
    if (setting?.value === value) return null;
    if (setting === undefined || !takes(setting, value))
      return `${session.name} does not offer ${setting?.name ?? id} “${value}” any more.`;
    try {
      await session.set(setting, value);
      return null;
    } catch (error) {
      return `${session.name} did not accept ${setting.name} “${value}”: ${describeError(error)}`;
    }
  }
}
