/** The commands of one agent's stdio server: each is run on the browser, and answered with its result or its failure. */
import {
  type AgentFault,
  type AgentFaultCode,
  agentFaultCodes,
  type AgentReply,
  type CommandType,
} from '@annotate-mcp/browser-protocol';
import {
  agentMessageSchema,
  commandEnvelopeSchema,
  commands,
  isCommandType,
} from '@annotate-mcp/browser-protocol/schema';
import { AnnotateError } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';

import type { Browser } from '../context.ts';

export class AgentCommands {
  readonly #browser: Browser;
  readonly #send: (reply: AgentReply) => void;
  readonly #running = new Map<string, AbortController>();

  constructor(browser: Browser, send: (reply: AgentReply) => void) {
    this.#browser = browser;
    this.#send = send;
  }

  /** Returns what is left to the caller, or `done`. */
  receive(message: unknown): 'done' | 'make-way' | 'unknown' {
    const other = agentMessageSchema.safeParse(message);
    if (other.success) {
      if (other.data.type === 'make-way') return 'make-way';
      this.#running.get(other.data.id)?.abort();
      return 'done';
    }
    const command = commandEnvelopeSchema.safeParse(message);
    if (!command.success) return 'unknown';
    void this.#run(command.data);
    return 'done';
  }

  cancelAll(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #run({ id, type, params, agent }: Envelope): Promise<void> {
    const running = new AbortController();
    this.#running.set(id, running);
    try {
      const result = await this.#result(type, params, { agent, signal: running.signal });
      this.#send({ id, success: true, result });
    } catch (error) {
      this.#send({ id, success: false, error: faultOf(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  async #result(
    type: string,
    params: unknown,
    call: { agent: string; signal: AbortSignal },
  ): Promise<unknown> {
    if (!isCommandType(type)) throw otherReleaseError(`it does not know "${type}"`);
    return this.#browser.run(type, paramsOf(type, params), call);
  }
}

interface Envelope {
  id: string;
  type: string;
  params?: unknown;
  agent: string;
}

function paramsOf<Type extends CommandType>(type: Type, params: unknown) {
  const parsed = commands[type].params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw otherReleaseError(`"${type}" is not valid for it: ${describeProblem(parsed.error)}`);
}

function otherReleaseError(why: string): AnnotateError {
  return new AnnotateError('command/unknown', `The bridge to the browser could not run this: ${why}.`, {
    hint: 'The bridge and this agent use different releases of annotate-mcp. Ask the person to update both, and to restart "annotate-mcp serve" and the agents that use the browser.',
  });
}

function faultOf(error: unknown): AgentFault {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof AnnotateError && isFaultCode(error.code))
    return { code: error.code, message, hint: error.hint };
  return {
    code: 'browser/failed',
    message: `The bridge to the browser failed: ${message}`,
    hint: 'Try again, and report it if it stays.',
  };
}

function isFaultCode(code: string): code is AgentFaultCode {
  return agentFaultCodes.some((known) => known === code);
}
