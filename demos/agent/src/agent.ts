/** The work loop of an agent: list, acknowledge, change files, reply, watch. */
import { setTimeout as delay } from 'node:timers/promises';

import { type Annotation, listed, moved, watched } from './annotation.ts';
import { connect, Refusal, type Server } from './server.ts';
import { asksForMore, type Outcome, work } from './work.ts';

export interface AgentOptions {
  /** The project root, which contains the store. The agent changes nothing outside of it. */
  root: string;
  /** The command of the MCP server. Default: this workspace's own server, from source. */
  command?: string;
  args?: readonly string[];
  name?: string;
  /** Milliseconds between acknowledging an annotation and changing a file, so that a person can watch. */
  pace?: number;
  log?: (line: string) => void;
}

export interface RunningAgent {
  /** The MCP server's process. */
  serverPid: number | null;
  /** `null` after `stop`, else the reason why the agent ended. */
  ended: Promise<string | null>;
  stop: () => Promise<void>;
}

interface Shift {
  server: Server;
  options: AgentOptions;
  signal: AbortSignal;
}

/** Resolves when the server is connected. The agent then works until it is stopped. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { root, command, args, name = 'scripted-agent' } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const server = await connect(
    { root, name, ...(command !== undefined && { command }), ...(args !== undefined && { args }) },
    { signal, onClose: () => stopping.abort('The MCP server ended.') },
  );
  const run = async () => {
    try {
      return await loop({ server, options, signal });
    } catch (error) {
      return signal.aborted ? endOf(signal) : messageOf(error);
    } finally {
      await server.close();
    }
  };
  const ended = run();
  return {
    serverPid: server.pid,
    ended,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

const endOf = ({ reason }: AbortSignal) => (typeof reason === 'string' ? reason : null);

/** Annotations that cannot be acknowledged are ignored for a while: watching would return them again at once. */
const afterFailureMs = 1_000;

async function loop(shift: Shift): Promise<string | null> {
  const { server, options, signal } = shift;
  options.log?.('listening');
  await drain(shift);
  while (!signal.aborted) {
    const { annotations, replies = [] } = await server.call('watch_annotations', {}, watched);
    for (const id of new Set(replies.map(({ annotationId }) => annotationId))) await goOn(id, shift);
    const taken = annotations.length === 0 ? 0 : await drain(shift);
    if (annotations.length > 0 && taken === 0) await delay(afterFailureMs, undefined, { signal });
  }
  return endOf(signal);
}

/** Returns how many were acknowledged; another agent may have been faster. */
async function drain(shift: Shift): Promise<number> {
  const seen = new Set<string>();
  let taken = 0;
  for (;;) {
    const { annotations } = await shift.server.call('get_all_pending', {}, listed);
    const next = annotations.filter(({ id }) => !seen.has(id));
    if (next.length === 0) return taken;
    for (const { id } of next) {
      seen.add(id);
      if (await take(id, shift)) taken += 1;
    }
  }
}

async function take(id: string, shift: Shift): Promise<boolean> {
  const { server, options } = shift;
  try {
    const { annotation } = await server.call('acknowledge', { id }, moved);
    options.log?.(`took: ${annotation.annotationText}`);
    await finish(annotation, shift);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    options.log?.(`left alone: ${error.message}`);
    return false;
  }
}

/** The annotation with its current thread, whose last entry is the reply. */
async function goOn(id: string, shift: Shift): Promise<void> {
  try {
    const { annotation } = await shift.server.call('get_annotation', { id }, moved);
    shift.options.log?.(`answered: ${annotation.replies.at(-1)?.message ?? ''}`);
    if (annotation.status === 'acknowledged') await finish(annotation, shift);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    shift.options.log?.(`left alone: ${error.message}`);
  }
}

async function finish(annotation: Annotation, shift: Shift): Promise<void> {
  const { options, signal } = shift;
  if (options.pace !== undefined && options.pace > 0) await delay(options.pace, undefined, { signal });
  await answer(annotation.id, await attempt(annotation, options), shift);
}

async function attempt(annotation: Annotation, { root }: AgentOptions): Promise<Outcome> {
  try {
    return await work(root, annotation);
  } catch (error) {
    // The person is told about a file that cannot be written, and the agent continues.
    return { refused: `It failed: ${messageOf(error)}` };
  }
}

async function answer(id: string, outcome: Outcome, shift: Shift): Promise<void> {
  const { server, options } = shift;
  if ('question' in outcome) {
    await server.call('reply', { id, message: outcome.question }, moved);
    options.log?.(`asked: ${outcome.question}`);
  } else if ('refused' in outcome) {
    await server.call('dismiss', { id, reason: outcome.refused }, moved);
    options.log?.(`dismissed: ${outcome.refused}`);
  } else {
    await resolve(id, outcome.done, shift);
  }
}

/** Refused once when the person has replied in the meantime; the reply counts as read after that. */
async function resolve(id: string, summary: string, shift: Shift): Promise<void> {
  const { server, options } = shift;
  try {
    await server.call('resolve', { id, summary }, moved);
    options.log?.(`done: ${summary}`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'annotation/unread-replies') throw error;
    options.log?.(error.message);
    const { annotation } = await server.call('get_annotation', { id }, moved);
    if (asksForMore(annotation)) await finish(annotation, shift);
    else await server.call('resolve', { id, summary }, moved);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
