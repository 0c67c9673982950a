/** Where agents work: all in the project's own tree, or each in a git worktree. */
import { randomUUID } from 'node:crypto';

import type { McpServerStdio } from '@agentclientprotocol/sdk';

import type { Annotation } from '@annotate-mcp/core';

import { type AgentSession, startSession } from '../agent/agent-session.ts';
import type { KeptSessions } from '../agent/kept-sessions.ts';
import type { AgentCommand } from '../presets/preset.ts';
import type { WorkRecord } from '../progress/work-record.ts';
import type { WorkWriter } from '../progress/work-writer.ts';
import type { AgentSettings } from '../settings/agent-settings.ts';
import { keyOf } from '../settings/remembered-settings.ts';

export interface Workplace {
  /** An agent for the work on this annotation. */
  open(annotation: Annotation): Promise<ReadyAgent>;
  /** Ends all agents. */
  close(): Promise<void>;
}

/** An agent that waits for a prompt. */
export interface ReadyAgent {
  readonly session: AgentSession;
  /** Where it works. */
  readonly folder: string;
  /** Under which the session's MCP server claims annotations. */
  readonly agentId: string;
  /** Ids of the annotations that the session has worked on. */
  readonly known: Set<string>;
  /** Called when it is about to be told of an annotation. */
  onTaken(annotationId: string): void;
  /** Called when the agent's turn is over, however it ended. */
  onTurnEnded(annotation: Annotation | null, record: WorkRecord, writer: WorkWriter): Promise<void>;
}

export interface AgentSetup {
  command: AgentCommand;
  /** What the agents of the project were called the last time; default: the name of the command. */
  title?: string | undefined;
  settings: AgentSettings;
  kept: KeptSessions;
  version: string;
  /** Command and arguments of our MCP server, for the project's store. */
  server: { command: string; args: string[] };
  /** Variables that the server needs although agents start it with few. */
  serverEnv: Readonly<Record<string, string>>;
  /** As in `SessionOptions`. */
  settingMs?: number | undefined;
}

/** `isCopy`: the folder is a worktree, and what is changed there is not in the project yet. */
export async function startAgentIn(
  folder: string,
  setup: AgentSetup,
  { isCopy, earlier }: { isCopy: boolean; earlier?: string | undefined },
): Promise<Pick<ReadyAgent, 'session' | 'agentId' | 'onTaken'>> {
  const { command, version, server, serverEnv, settings, kept, settingMs } = setup;
  const agentId = randomUUID();
  const env = {
    ...serverEnv,
    ANNOTATE_AGENT_ID: agentId,
    // The server's root is the project's, even when the agent works in a worktree of it.
    ...(isCopy && { ANNOTATE_AGENT_FOLDER: folder }),
  };
  const serverFor = (agentName: string): McpServerStdio => ({
    name: 'annotate',
    ...server,
    // The agents of all worktrees have one name, which is known before the first of them is started.
    env: Object.entries({ ...env, ANNOTATE_AGENT_NAME: isCopy ? nameIn(setup) : agentName }).map(
      ([name, value]) => ({ name, value }),
    ),
  });
  const session = await startSession({ command, folder, serverFor, version, earlier, settingMs });
  await settings.begin(session);
  const onTaken = (annotationId: string) =>
    kept.keep({ annotationId, agent: keyOf(command), sessionId: session.id, folder });
  return { session, agentId, onTaken };
}

/** A session in which an agent has failed may make it fail again. */
export function mayGoOn({ runs = [] }: Annotation): boolean {
  return runs.at(-1)?.outcome !== 'failed';
}

/** Of the agents of all worktrees. */
export function nameIn({ command, title }: Pick<AgentSetup, 'command' | 'title'>): string {
  return title ?? command.name;
}

/** The project's own tree. One session works on one annotation after the other; a fresh one follows when it ends. */
export class TreeWorkplace implements Workplace {
  readonly #root: string;
  readonly #setup: AgentSetup;
  #agent: Promise<ReadyAgent> | null = null;

  constructor(root: string, setup: AgentSetup) {
    this.#root = root;
    this.#setup = setup;
  }

  /** Also called without an annotation, so that the agent is ready for the first one. */
  async open(annotation?: Annotation): Promise<ReadyAgent> {
    const earlier = await this.#agent?.catch(() => null);
    if (earlier === null || earlier === undefined || earlier.session.isOver) this.#agent = this.#start();
    const agent = await (this.#agent ??= this.#start());
    if (annotation !== undefined && !agent.known.has(annotation.id)) await this.#goBack(annotation, agent);
    return agent;
  }

  /** To the session of before the last start, in which it was worked on. */
  async #goBack(annotation: Annotation, { session, known }: ReadyAgent): Promise<void> {
    if (!mayGoOn(annotation)) return;
    const { id } = annotation;
    const { kept, command } = this.#setup;
    const found = kept.find(id, { agent: keyOf(command), folder: this.#root });
    if (found === null || !(await session.resume(found.sessionId))) return;
    known.clear();
    for (const one of found.known) known.add(one);
    await this.#setup.settings.begin(session);
  }

  async close(): Promise<void> {
    const agent = await this.#agent?.catch(() => null);
    await agent?.session.close();
  }

  async #start(): Promise<ReadyAgent> {
    const started = await startAgentIn(this.#root, this.#setup, { isCopy: false });
    return { ...started, folder: this.#root, known: new Set(), onTurnEnded: async () => undefined };
  }
}
