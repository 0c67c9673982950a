/**
 * MCP over Streamable HTTP for a server that is one of several on one store. No request needs what an earlier one left in
 * this process: each is complete in itself in both protocols, and which agent it comes from is known by the caller's token
 * and not by a session.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';

import { type Caller, HttpError, readJson } from '@annotate-mcp/http';
import type { Store, Subscription } from '@annotate-mcp/store';

import { type AgentProvider, singleAgent } from '../agent/agent-provider.ts';
import { Agent } from '../agent/agent.ts';
import { notifySubscriber } from '../annotations/notify-subscribers.ts';
import { createAnnotationsToolset } from '../annotations/toolset.ts';
import { IdleTimer, systemTimer, type Timer } from '../idle-timer.ts';
import { createServer } from '../server.ts';

import { ResourceSubscribers } from './resource-subscribers.ts';
import { ResourceUris } from './resource-uris.ts';
import { idleMs } from './streamable-legacy.ts';
import type { ReceivedRequest } from './streamable-modern.ts';

export interface StatelessMcpOptions {
  store: Store;
  /** An empty folder: the files of the project are on other machines. */
  root: string;
  version: string;
  now?: () => Date;
  timer?: Timer;
  debug?: (line: string) => void;
  onError: (error: unknown) => void;
}

export interface StatelessMcp {
  /** A caller that may `work` is an agent; every other one can only read. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    maxBodyBytes: number,
  ): Promise<void>;
  /** Ends every call and stream. The store stays open. */
  close(): Promise<void>;
}

/** Rejects when the store cannot be read. */
export async function createStatelessMcp(options: StatelessMcpOptions): Promise<StatelessMcp> {
  const subscribers = new ResourceSubscribers();
  const notifying = await notifySubscriber(options.store, subscribers, options.onError);
  return new CallerHandlers(options, subscribers, notifying);
}

class CallerHandlers implements StatelessMcp {
  readonly #options: StatelessMcpOptions;
  readonly #subscribers: ResourceSubscribers;
  readonly #notifying: Subscription;
  readonly #handlers = new Map<string, CallerHandler>();
  #isClosed = false;

  constructor(options: StatelessMcpOptions, subscribers: ResourceSubscribers, notifying: Subscription) {
    this.#options = options;
    this.#subscribers = subscribers;
    this.#notifying = notifying;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    maxBodyBytes: number,
  ): Promise<void> {
    const body = request.method === 'POST' ? await readJson(request, maxBodyBytes) : undefined;
    if (response.destroyed) return;
    if (this.#isClosed || caller.ended.aborted) throw closingError();
    await this.#handlerOf(caller).handle(request as ReceivedRequest, response, body);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#notifying.close();
    await Promise.all([...this.#handlers.values()].map((handler) => handler.close()));
  }

  #handlerOf(caller: Caller): CallerHandler {
    const known = this.#handlers.get(caller.id);
    if (known !== undefined) return known;
    const handler = new CallerHandler(caller, this.#options, this.#subscribers, () =>
      this.#handlers.delete(caller.id),
    );
    this.#handlers.set(caller.id, handler);
    return handler;
  }
}

/** What one caller calls. Its agent is present from its first call until it has not called any server for long. */
class CallerHandler {
  readonly #caller: Caller;
  readonly #options: StatelessMcpOptions;
  readonly #agent: Agent;
  readonly #idle: IdleTimer;
  readonly #mcp: McpHttpHandler;
  readonly #handleRequest: ReturnType<typeof toNodeHandler>;
  readonly #listened = new ResourceUris();
  readonly #removeSubscriber: () => void;
  readonly #onClose: () => void;
  #closed: Promise<void> | undefined;

  constructor(
    caller: Caller,
    options: StatelessMcpOptions,
    subscribers: ResourceSubscribers,
    onClose: () => void,
  ) {
    const { store, now = () => new Date(), timer = systemTimer, onError } = options;
    this.#caller = caller;
    this.#options = options;
    this.#onClose = onClose;
    this.#agent = new Agent(store, now(), { id: caller.id, name: nameOf(caller) });
    this.#idle = new IdleTimer(timer, () => this.#end());
    this.#mcp = createMcpHandler(() => this.#createServer(), { legacy: 'stateless', onerror: onError });
    this.#handleRequest = toNodeHandler(this.#mcp, { onerror: onError });
    this.#removeSubscriber = subscribers.add({
      subscriptions: null,
      resourceUpdated: (canonical) => {
        for (const uri of this.#listened.of(canonical)) this.#mcp.notify.resourceUpdated(uri);
      },
      resourceListChanged: () => this.#mcp.notify.resourcesChanged(),
    });
    caller.ended.addEventListener('abort', this.#end, { once: true });
  }

  async handle(request: ReceivedRequest, response: ServerResponse, body: unknown): Promise<void> {
    this.#listened.addFrom(body);
    const finish = this.#idle.begin();
    response.once('close', () => finish(idleMs));
    await this.#handleRequest(request, response, body);
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#onClose();
    this.#caller.ended.removeEventListener('abort', this.#end);
    this.#idle.stop();
    this.#removeSubscriber();
    await this.#mcp.close();
    await this.#agent.leave();
  }

  readonly #end = (): void => {
    this.close().catch(this.#options.onError);
  };

  #createServer() {
    const { store, root, version, now, debug } = this.#options;
    const canWork = this.#caller.may.includes('work');
    return createServer({
      store,
      root,
      version,
      hasFiles: false,
      agents: canWork ? singleAgent(this.#agent, nameOf(this.#caller)) : reader(this.#agent),
      toolsets: [createAnnotationsToolset(store, undefined, canWork ? 'work-elsewhere' : 'read')],
      ...(now !== undefined && { now }),
      ...(debug !== undefined && { debug }),
    });
  }
}

function nameOf({ person }: Caller): string {
  return person?.name ?? 'agent';
}

/** Who only reads is never present: people would take it for an agent that does what they ask for. */
function reader(agent: Agent): AgentProvider {
  return { usesClaimTokens: false, beginCall: async () => ({ agent, end: async () => null }) };
}

function closingError(): HttpError {
  return new HttpError(503, 'mcp/closing', 'This server is being stopped, or this access has ended.', {
    hint: 'Send the request again: another server answers it.',
  });
}
