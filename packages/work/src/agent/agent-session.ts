/** One session with an agent over the Agent Client Protocol, from the start of its process to its end. */
import { Readable, Writable } from 'node:stream';

import {
  client,
  type ContentBlock,
  type InitializeResponse,
  type McpServerStdio,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';

import { type AgentRun, cleanName } from '@annotate-mcp/core';

import type { AgentCommand } from '../presets/preset.ts';

import { type AgentEnd, type AgentProcess, startAgentProcess } from './agent-process.ts';
import { endedError, silentError, startError, versionError } from './start-errors.ts';

export interface SessionOptions {
  command: AgentCommand;
  /** Where the agent works. */
  folder: string;
  /** Our MCP server, by which the agent of this name acknowledges, replies and resolves. */
  serverFor: (agentName: string) => McpServerStdio;
  version: string;
}

/** What happens while the agent works on a prompt. */
interface TurnListener {
  update(update: SessionUpdate): void;
  askPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
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
  /** Whether the process has ended. */
  readonly isOver: boolean;
  readonly ended: Promise<AgentEnd>;
  /** What the session has cost so far, where the agent says so. */
  readonly cost: AgentRun['cost'];
  /** One at a time. Throws a `AnnotateError` when the agent ends meanwhile, and when it answers with an error. */
  prompt(blocks: ContentBlock[], listener: TurnListener): Promise<Turn>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** An adapter may be fetched from the registry first. */
const startMs = 180_000;

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

/** The name of a program that the person typed says less than what that program announces. */
function nameOf({ name, isTyped }: AgentCommand, { agentInfo }: InitializeResponse): string {
  return (isTyped === true ? cleanName(agentInfo?.title ?? agentInfo?.name ?? '') : null) ?? name;
}

class Session implements AgentSession {
  capabilities = { image: false, embeddedContext: false };
  isOver = false;
  name: string;
  cost: AgentRun['cost'];
  readonly ended: Promise<AgentEnd>;
  readonly #agent: AgentProcess;
  readonly #options: SessionOptions;
  readonly #connection;
  #listener: TurnListener | null = null;
  #id = '';

  constructor(agent: AgentProcess, options: SessionOptions) {
    this.#agent = agent;
    this.#options = options;
    this.name = options.command.name;
    this.ended = agent.ended.then((end) => {
      this.isOver = true;
      return end;
    });
    const { stdin, stdout } = agent.child;
    this.#connection = client({ name: 'annotate-mcp' })
      .onNotification(methods.client.session.update, ({ params }) => this.#hear(params.update))
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        // No turn runs, so there is no annotation that the question could belong to.
        if (this.#listener === null) return { outcome: { outcome: 'cancelled' } };
        return this.#listener.askPermission(params, signal);
      })
      .connect(ndJsonStream(Writable.toWeb(stdin), readableOf(stdout)));
  }

  async open(): Promise<void> {
    const initialized = await this.#duringStart(this.#initialize());
    const { promptCapabilities = {} } = initialized.agentCapabilities ?? {};
    const { image = false, embeddedContext = false } = promptCapabilities;
    this.capabilities = { image, embeddedContext };
    this.name = nameOf(this.#options.command, initialized);
    try {
      const { folder, serverFor } = this.#options;
      const created = await this.#duringStart(
        this.#connection.agent.request(methods.agent.session.new, {
          cwd: folder,
          mcpServers: [serverFor(this.name)],
        }),
      );
      this.#id = created.sessionId;
    } catch (error) {
      throw startError(error, this.#options.command, initialized.authMethods ?? []);
    }
  }

  async prompt(prompt: ContentBlock[], listener: TurnListener): Promise<Turn> {
    this.#listener = listener;
    try {
      const answer = this.#connection.agent.request(methods.agent.session.prompt, {
        sessionId: this.#id,
        prompt,
      });
      const response = await this.#whileAlive(answer);
      const tokens = tokensOf(response);
      return { stopReason: response.stopReason, ...(tokens !== undefined && { tokens }) };
    } catch (error) {
      throw startError(error, this.#options.command, []);
    } finally {
      this.#listener = null;
    }
  }

  async cancel(): Promise<void> {
    if (this.isOver) return;
    await this.#connection.agent.notify(methods.agent.session.cancel, { sessionId: this.#id });
  }

  async close(): Promise<void> {
    await this.#agent.end();
    this.#connection.close();
  }

  #hear(update: SessionUpdate): void {
    const cost = update.sessionUpdate === 'usage_update' ? (update.cost ?? null) : null;
    if (cost !== null) this.cost = { amount: cost.amount, currency: cost.currency };
    this.#listener?.update(update);
  }

  /** No `fs` and no `terminal`: agents read files and run commands with tools of their own. */
  async #initialize(): Promise<InitializeResponse> {
    const { command, version } = this.#options;
    const response = await this.#connection.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {},
      clientInfo: { name: 'annotate-mcp', title: 'annotate-mcp', version },
    });
    if (response.protocolVersion !== PROTOCOL_VERSION) throw versionError(command, response.protocolVersion);
    return response;
  }

  async #duringStart<T>(answer: Promise<T>): Promise<T> {
    const deadline = Promise.withResolvers<never>();
    const timer = setTimeout(() => deadline.reject(silentError(this.#options.command)), startMs);
    try {
      return await this.#whileAlive(Promise.race([answer, deadline.promise]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** The end of the process explains more than the closed connection does, so it is waited for. */
  async #whileAlive<T>(answer: Promise<T>): Promise<T> {
    const { command } = this.#options;
    const end = this.ended.then((how) => {
      throw endedError(command, how, this.#id !== '');
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

/** A field that the protocol is about to have, and one of Gemini's own. */
const usage = z.looseObject({ usage: z.looseObject({ totalTokens: z.number().nonnegative() }) });
const quota = z.looseObject({
  _meta: z.looseObject({
    quota: z.looseObject({
      token_count: z.looseObject({
        input_tokens: z.number().nonnegative(),
        output_tokens: z.number().nonnegative(),
      }),
    }),
  }),
});

/** How many tokens a turn took; `undefined` when the agent says nothing about it. */
function tokensOf(response: unknown): number | undefined {
  const reported = usage.safeParse(response);
  if (reported.success) return reported.data.usage.totalTokens;
  const counted = quota.safeParse(response);
  if (!counted.success) return undefined;
  const { input_tokens, output_tokens } = counted.data._meta.quota.token_count;
  return input_tokens + output_tokens;
}
