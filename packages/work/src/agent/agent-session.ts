/** One session with an agent over the Agent Client Protocol, from the start of its process to its end. */
import { Readable, Writable } from 'node:stream';

import {
  client,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type InitializeResponse,
  type McpServerStdio,
  methods,
  type NewSessionRequest,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type StopReason,
  type UsageUpdate,
} from '@agentclientprotocol/sdk';

import { type AgentRun, type AnnotateError, cleanName, isRecord, type WorkUsage } from '@annotate-mcp/core';

import type { AgentCommand } from '../presets/preset.ts';
import {
  type AgentSetting,
  readOptions,
  readSettings,
  type SettingValue,
  withValue,
} from '../settings/agent-setting.ts';

import { type AgentEnd, type AgentProcess, startAgentProcess } from './agent-process.ts';
import { endedError, silentError, startError, unansweredError, versionError } from './start-errors.ts';
import { contextIn, costIn, tokensOf } from './usage.ts';

export interface SessionOptions {
  command: AgentCommand;
  /** Where the agent works. */
  folder: string;
  /** Our MCP server, by which the agent of this name acknowledges, replies and resolves. */
  serverFor: (agentName: string) => McpServerStdio;
  version: string;
  /** The id of an earlier session in the same folder, which goes on if the agent still has it. */
  earlier?: string | undefined;
  /** How long the agent may take to answer to a setting; default: ten seconds. */
  settingMs?: number | undefined;
}

/** What happens while the agent works on a prompt. */
interface TurnListener {
  update(update: SessionUpdate): void;
  askPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  askElicitation(request: CreateElicitationRequest, signal: AbortSignal): Promise<CreateElicitationResponse>;
}

export interface Turn {
  stopReason: StopReason;
  /** Only when the agent says so. */
  tokens?: number;
}

export interface AgentSession {
  readonly capabilities: { image: boolean; embeddedContext: boolean };
  /** What the agent calls itself where the person typed its command, and otherwise what we call it. */
  readonly name: string;
  /** Under which the agent keeps what was said. */
  readonly id: string;
  /** How it is set, and to what it can be set; changed by the agent as well. */
  readonly settings: readonly AgentSetting[];
  /** Called when `settings` have changed. */
  onSettings: () => void;
  /** Whether the process has ended. */
  readonly isOver: boolean;
  readonly ended: Promise<AgentEnd>;
  /** What the session has cost so far, where the agent says so. */
  readonly cost: AgentRun['cost'];
  readonly context: WorkUsage['context'];
  /** Goes on with an earlier session of the same folder; `false` when the agent cannot, or does not have it any more. */
  resume(id: string): Promise<boolean>;
  /** Throws when the agent does not accept the value. */
  set(setting: AgentSetting, value: SettingValue): Promise<void>;
  /** One at a time. Throws a `AnnotateError` when the agent ends meanwhile, and when it answers with an error. */
  prompt(blocks: ContentBlock[], listener: TurnListener): Promise<Turn>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** An adapter may be fetched from the registry first. */
const startMs = 180_000;
/** An agent that does not answer to a setting works as it is set. */
const usualSettingMs = 10_000;

/** Throws a `AnnotateError` that says what is missing: the program, an account, or an answer. */
export async function startSession(options: SessionOptions): Promise<AgentSession> {
  const agent = startAgentProcess(options.command, options.folder);
  const session = new Session(agent, options);
  try {
    await session.open();
    return session;
  } catch (error) {
    await agent.end();
    throw error;
  }
}

/** What the agent calls itself, from its start and its end. Throws as `startSession` does. */
export async function askName(options: SessionOptions): Promise<string> {
  const agent = startAgentProcess(options.command, options.folder);
  const session = new Session(agent, options);
  try {
    await session.initialize();
    return session.name;
  } finally {
    await session.close();
  }
}

/** The name of a program that the person typed says less than what that program announces. */
function nameOf({ name, isTyped }: AgentCommand, { agentInfo }: InitializeResponse): string {
  return (isTyped === true ? cleanName(agentInfo?.title ?? agentInfo?.name ?? '') : null) ?? name;
}

interface SessionUsage {
  cost?: AgentRun['cost'];
  context?: WorkUsage['context'];
}

class Session implements AgentSession {
  capabilities = { image: false, embeddedContext: false };
  isOver = false;
  #isSettingUnanswered = false;
  name: string;
  id = '';
  settings: readonly AgentSetting[] = [];
  onSettings: () => void = () => undefined;
  readonly ended: Promise<AgentEnd>;
  readonly #agent: AgentProcess;
  readonly #options: SessionOptions;
  readonly #connection;
  #listener: TurnListener | null = null;
  readonly #usages = new Map<string, SessionUsage>();
  /** With the name that the agent announces. */
  #command: AgentCommand;
  /** By which method the agent goes on with an earlier session; `null` when it cannot. */
  #resuming: 'session/resume' | 'session/load' | null = null;

  constructor(agent: AgentProcess, options: SessionOptions) {
    this.#agent = agent;
    this.#options = options;
    this.#command = options.command;
    this.name = options.command.name;
    this.ended = agent.ended.then((end) => {
      this.isOver = true;
      return end;
    });
    const { stdin, stdout } = agent.child;
    this.#connection = client({ name: 'annotate-mcp' })
      .onNotification(methods.client.session.update, ({ params }) =>
        this.#hear(params.update, params.sessionId),
      )
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        // No turn runs, so there is no annotation that the question could belong to.
        if (this.#listener === null) return { outcome: { outcome: 'cancelled' } };
        return this.#listener.askPermission(params, signal);
      })
      .onRequest(methods.client.elicitation.create, async ({ params, signal }) => {
        if (this.#listener === null) return { action: 'cancel' };
        return this.#listener.askElicitation(params, signal);
      })
      .connect(ndJsonStream(Writable.toWeb(stdin), readableOf(stdout)));
  }

  get cost(): AgentRun['cost'] {
    return this.#usages.get(this.id)?.cost;
  }

  get context(): WorkUsage['context'] {
    return this.#usages.get(this.id)?.context;
  }

  async initialize(): Promise<InitializeResponse> {
    const initialized = await this.#inTime(this.#initialize());
    const { promptCapabilities = {}, sessionCapabilities, loadSession } = initialized.agentCapabilities ?? {};
    const canResume = sessionCapabilities?.resume !== undefined && sessionCapabilities.resume !== null;
    this.#resuming = canResume ? 'session/resume' : loadSession === true ? 'session/load' : null;
    const { image = false, embeddedContext = false } = promptCapabilities;
    this.capabilities = { image, embeddedContext };
    this.name = nameOf(this.#options.command, initialized);
    this.#command = { ...this.#command, name: this.name };
    return initialized;
  }

  async open(): Promise<void> {
    const initialized = await this.initialize();
    const { earlier } = this.#options;
    if (earlier !== undefined && (await this.resume(earlier))) return;
    try {
      const { agent } = this.#connection;
      const created = await this.#inTime(agent.request(methods.agent.session.new, this.#place()));
      this.#begin(created.sessionId, created);
    } catch (error) {
      throw startError(error, this.#command, initialized.authMethods ?? []);
    }
  }

  async resume(id: string): Promise<boolean> {
    if (this.#resuming === null || this.isOver) return false;
    const method = methods.agent.session[this.#resuming === 'session/resume' ? 'resume' : 'load'];
    try {
      const request = this.#connection.agent.request(method, { sessionId: id, ...this.#place() });
      this.#begin(id, await this.#inTime(request));
      return true;
    } catch (error) {
      // Agents forget sessions; what was said in it is part of the next prompt then.
      if (error instanceof RequestError) return false;
      throw error;
    }
  }

  #place(): NewSessionRequest {
    const { folder, serverFor } = this.#options;
    return { cwd: folder, mcpServers: [serverFor(this.name)] };
  }

  #begin(id: string, announced: unknown): void {
    this.id = id;
    this.#change(readSettings(announced));
  }

  #change(settings: readonly AgentSetting[]): void {
    this.settings = settings;
    this.onSettings();
  }

  async set(setting: AgentSetting, value: SettingValue): Promise<void> {
    const { command, settingMs = usualSettingMs } = this.#options;
    // Each one that waits would delay the start as long as the first.
    if (this.#isSettingUnanswered) throw unansweredError(command, settingMs);
    this.#isSettingUnanswered = true;
    // An answer that comes late is what the agent works with all the same.
    const request = this.#request(setting, value)
      .then((answer) => this.#hearSetting(setting, value, answer))
      .finally(() => {
        this.#isSettingUnanswered = false;
      });
    await this.#inTime(request, settingMs, unansweredError(command, settingMs));
  }

  #hearSetting(setting: AgentSetting, value: SettingValue, answer: unknown): void {
    // The whole list: one setting may change what another one offers.
    const listed = isRecord(answer) && Array.isArray(answer.configOptions) ? answer.configOptions : null;
    if (listed !== null) this.#change(readOptions(listed));
    else this.#change(this.settings.map((one) => (one.id === setting.id ? withValue(one, value) : one)));
  }

  #request({ id: configId, by }: AgentSetting, value: SettingValue): Promise<unknown> {
    const { agent } = this.#connection;
    const sessionId = this.id;
    if (by === 'mode')
      return agent.request(methods.agent.session.setMode, { sessionId, modeId: String(value) });
    // Of before the settings; the SDK does not know it any more.
    if (by === 'model') return agent.request('session/set_model', { sessionId, modelId: String(value) });
    return agent.request(
      methods.agent.session.setConfigOption,
      typeof value === 'boolean'
        ? { sessionId, configId, type: 'boolean', value }
        : { sessionId, configId, value },
    );
  }

  async prompt(prompt: ContentBlock[], listener: TurnListener): Promise<Turn> {
    this.#listener = listener;
    try {
      const answer = this.#connection.agent.request(methods.agent.session.prompt, {
        sessionId: this.id,
        prompt,
      });
      const response = await this.#whileAlive(answer);
      const tokens = tokensOf(response);
      return { stopReason: response.stopReason, ...(tokens !== undefined && { tokens }) };
    } catch (error) {
      throw startError(error, this.#command, []);
    } finally {
      this.#listener = null;
    }
  }

  async cancel(): Promise<void> {
    if (this.isOver) return;
    await this.#connection.agent.notify(methods.agent.session.cancel, { sessionId: this.id });
  }

  async close(): Promise<void> {
    await this.#agent.end();
    this.#connection.close();
  }

  /** Of an earlier session of this process as well: an agent may still tell what that one has cost. */
  #hear(update: SessionUpdate, sessionId: string): void {
    if (update.sessionUpdate === 'usage_update') this.#hearUsage(update, sessionId);
    if (this.id !== '' && sessionId !== this.id) return;
    if (update.sessionUpdate === 'config_option_update') this.#change(readOptions(update.configOptions));
    if (update.sessionUpdate === 'current_mode_update') {
      const { currentModeId } = update;
      this.#change(this.settings.map((one) => (one.by === 'mode' ? withValue(one, currentModeId) : one)));
    }
    this.#listener?.update(update);
  }

  #hearUsage(update: UsageUpdate, sessionId: string): void {
    const before = this.#usages.get(sessionId) ?? {};
    this.#usages.set(sessionId, {
      cost: costIn(update.cost) ?? before.cost,
      context: contextIn(update) ?? before.context,
    });
  }

  /** No `fs` and no `terminal`: agents read files and run commands with tools of their own. */
  async #initialize(): Promise<InitializeResponse> {
    const { version } = this.#options;
    const response = await this.#connection.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {
        elicitation: { form: {}, url: {} },
        session: { configOptions: { boolean: {} } },
      },
      clientInfo: { name: 'annotate-mcp', title: 'annotate-mcp', version },
    });
    if (response.protocolVersion !== PROTOCOL_VERSION)
      throw versionError(this.#command, response.protocolVersion);
    return response;
  }

  async #inTime<T>(
    answer: Promise<T>,
    mostMs = startMs,
    late: AnnotateError = silentError(this.#command),
  ): Promise<T> {
    const deadline = Promise.withResolvers<never>();
    const timer = setTimeout(() => deadline.reject(late), mostMs);
    try {
      return await this.#whileAlive(Promise.race([answer, deadline.promise]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** The end of the process explains more than the closed connection does, so it is waited for. */
  async #whileAlive<T>(answer: Promise<T>): Promise<T> {
    const end = this.ended.then((how) => {
      throw endedError(this.#command, how, this.id !== '');
    });
    // Of the two promises, the one that is not waited for must not become an unhandled rejection.
    end.catch(() => undefined);
    try {
      return await Promise.race([answer, end]);
    } catch (error) {
      answer.catch(() => undefined);
      if (!this.#connection.signal.aborted) throw error;
      return await end;
    }
  }
}

/** The types of Node and of the web differ in what a chunk may be. */
function readableOf(stdout: Readable): ReadableStream<Uint8Array> {
  return ReadableStream.from(stdout as AsyncIterable<Uint8Array>);
}
