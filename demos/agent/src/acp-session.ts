/** One session of the scripted agent: each prompt names an annotation, which it takes, works on and answers. */
import { setTimeout as delay } from 'node:timers/promises';

import {
  type AgentContext,
  methods,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';

import { type Annotation, moved, placesOf } from './annotation.ts';
import { mannerOf } from './manner.ts';
import { readProjectFile } from './project-files.ts';
import { Refusal, type Server } from './server.ts';
import { type Outcome, work } from './work.ts';

export interface AcpSessionOptions {
  id: string;
  root: string;
  server: Server;
  client: AgentContext;
  /** Milliseconds between two steps, so that a person can watch. */
  pace: number;
}

export class AcpSession {
  readonly #options: AcpSessionOptions;
  #cancelling = new AbortController();
  #calls = 0;

  constructor(options: AcpSessionOptions) {
    this.#options = options;
  }

  cancel(): void {
    this.#cancelling.abort();
  }

  async close(): Promise<void> {
    await this.#options.server.close();
  }

  async prompt(text: string): Promise<PromptResponse> {
    this.#cancelling = new AbortController();
    try {
      await this.#handle(text);
      return { stopReason: 'end_turn' };
    } catch (error) {
      if (this.#cancelling.signal.aborted) return { stopReason: 'cancelled' };
      if (!(error instanceof Refusal)) throw error;
      await this.#say(error.message);
      return { stopReason: 'end_turn' };
    }
  }

  async #handle(text: string): Promise<void> {
    const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0];
    if (id === undefined) return this.#say('The prompt names no annotation.');
    if (mannerOf(text) === 'talk') return this.#say('Which of the two titles do you mean?');
    const annotation = withReply((await this.#take(id)).annotation, text);
    await this.#plan('in_progress');
    switch (mannerOf(newestText(annotation))) {
      case 'crash':
        process.stderr.write('The scripted agent was told to crash.\n');
        return process.exit(70);
      case 'hang':
        return this.#hang();
      case 'ask-first':
        if (!(await this.#isAllowed())) return this.#answer(id, { refused: 'You did not allow the change.' });
    }
    await this.#answer(id, await this.#change(annotation));
    await this.#plan('completed');
  }

  /** A prompt about something that it holds already is a reply of the person. */
  async #take(id: string) {
    const { server } = this.#options;
    const found = await server.call('get_annotation', { id }, moved);
    if (found.annotation.status === 'acknowledged') return found;
    return server.call('acknowledge', { id }, moved);
  }

  async #hang(): Promise<void> {
    const { signal } = this.#cancelling;
    await this.#say('I am thinking about it.');
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new Error('cancelled')));
    if (signal.aborted) reject(new Error('cancelled'));
    await promise;
  }

  async #isAllowed(): Promise<boolean> {
    const { client, id } = this.#options;
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId: id,
      toolCall: {
        toolCallId: `call-${++this.#calls}`,
        kind: 'execute',
        title: 'Run the formatter',
        rawInput: { command: 'npx prettier --write src' },
      },
      options: [
        { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    });
    if (outcome.outcome === 'cancelled') this.cancel();
    this.#cancelling.signal.throwIfAborted();
    return outcome.outcome === 'selected' && outcome.optionId === 'allow';
  }

  async #change(annotation: Annotation): Promise<Outcome> {
    const { root, pace } = this.#options;
    const toolCallId = `call-${++this.#calls}`;
    const before = await this.#texts(annotation);
    await this.#tell({
      sessionUpdate: 'tool_call',
      toolCallId,
      kind: 'edit',
      title: 'Edit the file that the annotation names',
      status: 'in_progress',
      locations: placesOf(annotation).map(({ file, line }) => ({
        path: file,
        ...(line !== undefined && { line }),
      })),
    });
    await delay(pace, undefined, { signal: this.#cancelling.signal });
    const outcome = await work(root, annotation);
    const after = await this.#texts(annotation);
    const changed = [...after].filter(([path, text]) => before.get(path) !== text);
    await this.#tell({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'done' in outcome ? 'completed' : 'failed',
      content: changed.map(([path, newText]) => ({
        type: 'diff',
        path,
        oldText: before.get(path) ?? null,
        newText,
      })),
    });
    return outcome;
  }

  async #texts(annotation: Annotation): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const { file } of placesOf(annotation)) {
      const found = await readProjectFile(this.#options.root, file);
      if (found !== null) texts.set(found.path, found.text);
    }
    return texts;
  }

  async #answer(id: string, outcome: Outcome): Promise<void> {
    const { server } = this.#options;
    if ('question' in outcome) await server.call('reply', { id, message: outcome.question }, moved);
    else if ('refused' in outcome) await server.call('dismiss', { id, reason: outcome.refused }, moved);
    else await server.call('resolve', { id, summary: outcome.done }, moved);
    await this.#say(Object.values(outcome).join(''));
  }

  async #plan(status: 'in_progress' | 'completed'): Promise<void> {
    const content = 'Find the text, change it, say where it was';
    await this.#tell({ sessionUpdate: 'plan', entries: [{ content, priority: 'high', status }] });
  }

  async #say(text: string): Promise<void> {
    await this.#tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  async #tell(update: SessionUpdate): Promise<void> {
    const { client, id } = this.#options;
    await client.notify(methods.client.session.update, { sessionId: id, update });
  }
}

/** In its second prompt about an annotation the client quotes what the person has said since. */
function withReply(annotation: Annotation, prompt: string): Annotation {
  const [, quoted] = /The person says about it:\n\n((?:> .*\n)+)/.exec(prompt) ?? [];
  if (quoted === undefined) return annotation;
  const message = quoted.replace(/^> /gm, '').trim();
  return { ...annotation, replies: [...annotation.replies, { author: 'user', message }] };
}

function newestText({ annotationText, replies }: Annotation): string {
  const last = replies.at(-1);
  return last?.author === 'user' ? last.message : annotationText;
}
