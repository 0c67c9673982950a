/** A page of one project: it speaks the protocol of the overlay over a plain socket, and keeps what it was told. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { WebSocket } from 'ws';

import { type HubMessage, type PageMessage, protocolVersion } from '@annotate-mcp/core';
import { sampleContent } from '@annotate-mcp/core/testing';

import { bytes, type Project } from './measures.ts';

export interface PagePlace {
  readonly url: string;
  readonly project: Project;
  readonly token: string;
}

/** Called when a page gets change `n` of its project. `message` reads it, which is slow, so only one page does. */
export type OnChange = (project: Project, n: number, at: number, message: () => HubMessage) => void;

export class Page {
  readonly project: Project;
  /** The numbers of the changes that arrived, as they came. */
  readonly numbers: number[] = [];
  /** The number of the last change before those. */
  start = 0;
  sessionId = '';
  readonly #socket: WebSocket;
  readonly #onChange: OnChange;
  readonly #answers = new Map<string, PromiseWithResolvers<undefined>>();
  readonly #ready = Promise.withResolvers<undefined>();

  static async open({ url, project, token }: PagePlace, onChange: OnChange): Promise<Page> {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/p/${project}/__annotate`,
      ['annotate', `annotate-key.${token}`],
      { headers: { origin: url } },
    );
    const page = new Page(socket, project, onChange);
    await once(socket, 'open');
    page.#send({
      type: 'session:resume',
      protocol: protocolVersion,
      authorSecret: randomUUID(),
      inPortions: true,
      url,
    });
    await page.#ready.promise;
    return page;
  }

  private constructor(socket: WebSocket, project: Project, onChange: OnChange) {
    this.#socket = socket;
    this.project = project;
    this.#onChange = onChange;
    socket.on('message', (data: Buffer) => this.#receive(data.toString(), performance.now()));
    socket.on('close', (code) => this.#fail(new Error(`A page of ${project} was closed with ${code}.`)));
    socket.on('error', (error) => this.#fail(error));
  }

  /** Resolves when the server has confirmed the comment, which is committed then. */
  async comment(id: string): Promise<void> {
    const answer = Promise.withResolvers<undefined>();
    this.#answers.set(id, answer);
    this.#send({ type: 'annotation:create', ref: id, payload: payloadOf(id) });
    await answer.promise;
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.terminate();
  }

  #send(message: PageMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  #receive(text: string, at: number): void {
    const read = (): HubMessage => JSON.parse(text) as HubMessage;
    // Changes are most of what arrives; of them only the number behind the cursor's epoch is read.
    if (text.startsWith('{"type":"annotation:')) {
      const n = numberIn(text.slice(text.lastIndexOf('"cursor":"')));
      this.numbers.push(n);
      this.#onChange(this.project, n, at, read);
      return;
    }
    const message = read();
    if (message.type === 'session:created') this.sessionId = message.session.id;
    else if (message.type === 'annotations:sync') this.start = numberIn(message.cursor);
    else if (message.type === 'agents:presence') this.#ready.resolve(undefined);
    else if (message.type === 'message:done') this.#answers.get(message.ref)?.resolve(undefined);
    else if (message.type === 'error') this.#fail(new Error(`${message.code}: ${message.message}`));
  }

  #fail(error: Error): void {
    this.#ready.reject(error);
    for (const answer of this.#answers.values()) answer.reject(error);
  }
}

/** A cursor has the epoch of the store, the number of a change and its tag. */
function numberIn(cursor: string): number {
  return Number(cursor.split('.', 2)[1]);
}

const { appId, authorId, sessionId, ...content } = sampleContent('component');

function payloadOf(id: string) {
  if (content.kind !== 'component') throw new Error('The sample is a component.');
  const missing = bytes - JSON.stringify(content).length;
  return {
    ...content,
    id,
    domSnapshot: content.domSnapshot.padEnd(content.domSnapshot.length + missing, 'x'),
  };
}
