/**
 * An agent that calls tools from a shell: each call is a process of its own, so that what an MCP server keeps in memory
 * is kept in the cache of the user, and its claims last as long as its keeper. The tools are those of the MCP server.
 */
import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { type Annotation, isOpen } from '@annotate-mcp/core';
import { type Keeper, partsOf, releaseOrphans, type Store } from '@annotate-mcp/store';

import { type AgentStore, agentStoreOf } from '../agent-store.ts';
import { Agent } from '../agent/agent.ts';
import { AnnotationMemories, type AnnotationMemory, removeOldMemories } from '../agent/annotation-memory.ts';
import { todoField } from '../annotations/document-comment.ts';
import { eachListed } from '../annotations/list-where.ts';
import { acknowledge } from '../annotations/tools/acknowledge.ts';
import { dismiss } from '../annotations/tools/dismiss.ts';
import { getAnnotation } from '../annotations/tools/get-annotation.ts';
import { release } from '../annotations/tools/release.ts';
import { reply } from '../annotations/tools/reply.ts';
import { resolve } from '../annotations/tools/resolve.ts';
import { watchAnnotations } from '../annotations/tools/watch-annotations.ts';
import type { Tool, ToolContext } from '../tool.ts';

export interface ShellAgentOptions {
  /** The project's own store together with the comments on its documents. */
  store: Store;
  root: string;
  id: string;
  name: string;
  /** What its claims last as long as. */
  keeper: Keeper;
  host: string;
  /** A folder of the user for what agents of shells know. */
  memoryFolder: string;
  /** Called with what happened to annotations that the agent held, and with what pages show of its changes. */
  onNotice: (notice: string) => void;
}

const moves = { acknowledge, reply, resolve, dismiss, release } as const;
export type ShellMove = keyof typeof moves;

export interface Moved {
  annotation: Annotation;
  /** What the tool answers over MCP. */
  result: Record<string, unknown>;
  /** What is to be done about it, and what comes next, where that is not plain. */
  remarks: string[];
}

export interface WaitedFor {
  /** The one to act on next; `null` when there are notices only. */
  annotation: Annotation | null;
  /** As `get_annotation` answers over MCP, with the replies that the agent had not read. */
  result: Record<string, unknown>;
  /** Replies of the person that the agent had not read. */
  replies: string[];
  /** What is to be done about it, where that is not plain. */
  todo?: string;
}

export class ShellAgent {
  readonly #options: ShellAgentOptions;
  readonly #store: AgentStore;
  readonly #agent: Agent;
  /** Says that an agent waits, for as long as this process lives; its claims may be kept by another process. */
  readonly #watcher: Agent;
  readonly #memories: AnnotationMemories;
  readonly #recalled: string[] = [];

  /** Brings back what earlier calls of the same agent knew, and renews its claims. */
  static async open(options: ShellAgentOptions): Promise<ShellAgent> {
    removeOldMemories(options.memoryFolder, new Date());
    await releaseOrphans(options.store, () => new Date());
    const shell = new ShellAgent(options);
    await shell.#recall();
    return shell;
  }

  private constructor(options: ShellAgentOptions) {
    const { store, id, name, keeper, host, memoryFolder } = options;
    this.#options = options;
    this.#store = agentStoreOf(store);
    this.#memories = new AnnotationMemories(memoryFolder, id);
    this.#agent = new Agent(store, new Date(), { id, name, keeper, host, objects: this.#memories.objects });
    this.#watcher = new Agent(store, new Date(), { name, host });
  }

  /** Throws what the tool refuses. */
  async move(name: ShellMove, args: Record<string, unknown> & { id: string }): Promise<Moved> {
    const call = moves[name].prepare(args);
    if (name === 'acknowledge') this.#memories.prepare();
    await this.#notifyOfLost();
    try {
      const result = await call.run(this.#context(new AbortController().signal));
      const annotation = await this.#store.require(args.id);
      return { annotation, result, remarks: Object.values(remarksIn.parse(result)) };
    } finally {
      await this.#notifyOfProofs();
      await this.#remember([args.id]);
    }
  }

  /** Waits until there is work for this agent; `null` when the signal aborts. */
  async wait(signal: AbortSignal): Promise<WaitedFor | null> {
    await this.#notifyOfLost();
    const atOnce = await this.#watch(0, signal);
    if (atOnce !== null || signal.aborted) return atOnce;
    return this.#watcher.whileWaiting(async (showWaiting) => {
      await showWaiting();
      let found: WaitedFor | null = null;
      while (found === null && !signal.aborted) found = await this.#watch(mostWaitMs, signal);
      return found;
    });
  }

  /** Claims go on without this process. */
  async close(): Promise<void> {
    const { store } = this.#options;
    await this.#watcher.leave();
    this.#agent.proofs.close();
    await this.#agent.edits.close();
    const { id } = this.#agent;
    if ((await store.count({ holder: id })) > 0) return;
    this.#memories.forgetFiles();
    for (const part of partsOf(store)) await part.agents.leave(id);
  }

  async #watch(timeoutMs: number, signal: AbortSignal): Promise<WaitedFor | null> {
    const found = waitResult.parse(await this.#run(watchAnnotations, { timeoutMs }, signal));
    if (signal.aborted) return null;
    const hasNotices = await this.#notifyOfProofs();
    // What it holds comes first: the person has answered and waits.
    const id = found.replies[0]?.annotationId ?? found.annotations[0]?.id;
    if (id === undefined) return hasNotices ? this.#describeNothing() : null;
    const replies = found.replies.filter(({ annotationId }) => annotationId === id);
    const annotation = await this.#store.require(id);
    const result = await this.#run(getAnnotation, { id }, signal);
    await this.#remember([id]);
    const messages = replies.map(({ message }) => message);
    return { annotation, result: { ...result, replies }, replies: messages, ...todoField(annotation) };
  }

  async #describeNothing(): Promise<WaitedFor> {
    await this.#remember([]);
    return { annotation: null, result: {}, replies: [] };
  }

  #run(tool: Tool, args: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>> {
    return tool.prepare(args).run(this.#context(signal));
  }

  #context(signal: AbortSignal): ToolContext {
    return {
      store: this.#store,
      agent: this.#agent,
      root: this.#options.root,
      hasFiles: true,
      now: () => new Date(),
      newId: randomUUID,
      signal,
      progress: async () => undefined,
    };
  }

  async #notifyOfLost(): Promise<void> {
    for (const notice of await this.#agent.lostClaims()) this.#options.onNotice(notice);
  }

  async #notifyOfProofs(): Promise<boolean> {
    const notices = await this.#agent.proofs.take();
    for (const notice of notices) this.#options.onNotice(notice);
    return notices.length > 0;
  }

  async #recall(): Promise<void> {
    const { store } = this.#options;
    for (const { id, memory } of this.#memories.list()) {
      this.#agent.recall(id, memory, await store.get(id));
      this.#recalled.push(id);
    }
    for await (const { annotation } of eachListed(this.#store, { holder: this.#agent.id }))
      await this.#agent.appearFor(annotation.id);
  }

  /** Of what is done with nothing is kept, unless a page is still to show it. */
  async #remember(ids: readonly string[]): Promise<void> {
    for (const id of new Set([...this.#recalled, ...ids])) {
      const annotation = await this.#options.store.get(id);
      const memory = annotation === null ? null : this.#agent.memoryOf(annotation);
      const isNeeded = annotation !== null && (isOpen(annotation) || mayBeShown(annotation, memory));
      if (isNeeded && memory !== null) this.#memories.save(id, memory);
      else this.#memories.forget(id);
    }
  }
}

function mayBeShown(annotation: Annotation, memory: AnnotationMemory | null): boolean {
  return memory?.told !== undefined && annotation.kind !== 'markdown' && annotation.proof !== undefined;
}

/** The most that the tool takes. */
const mostWaitMs = 600_000;

const remarksIn = z.object({ todo: z.string().exactOptional(), next: z.string().exactOptional() });

const waitResult = z.looseObject({
  annotations: z.array(z.looseObject({ id: z.string() })).default([]),
  replies: z.array(z.looseObject({ annotationId: z.string(), message: z.string() })).default([]),
});
