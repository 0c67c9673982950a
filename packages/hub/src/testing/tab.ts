import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { type HubMessage, type PageMessage, type PagePayload, protocolVersion } from '@annotate-mcp/core';
import { hubMessageSchema } from '@annotate-mcp/core/schema';
import { sampleContent, uuidOf } from '@annotate-mcp/core/testing';

export interface TabOptions {
  origin?: string;
  headers?: Record<string, string>;
  protocols?: string[];
  autoPong?: boolean;
}

type TypeOf<Message, Type> = Extract<Message, { type: Type }>;

/** A browser tab, as far as a hub can tell. Everything it hears is held to the protocol. */
export class TestTab {
  readonly socket: WebSocket;
  /** What has come and was not waited for yet. */
  readonly heard: HubMessage[] = [];
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];
  #refs = 0;

  static async open(url: string, options: TabOptions = {}): Promise<TestTab> {
    const { origin = new URL(url).origin, headers = {}, protocols = [], autoPong = true } = options;
    const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, {
      headers: { origin, ...headers },
      autoPong,
      rejectUnauthorized: false,
    });
    const tab = new TestTab(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve).once('error', reject);
    });
    return tab;
  }

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.heard.push(hubMessageSchema.parse(JSON.parse(data.toString())));
      for (const look of this.#waiting.splice(0)) look();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', (code) => {
        resolve(code);
        for (const look of this.#waiting.splice(0)) look();
      });
    });
    onTestFinished(() => socket.terminate());
  }

  say(message: PageMessage | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Resolves with the answer: `message:done`, or the `error`. */
  async ask(message: PageMessage): Promise<HubMessage> {
    const ref = `r${++this.#refs}`;
    this.say({ ...message, ref });
    return this.first((heard) => 'ref' in heard && heard.ref === ref);
  }

  /** The next message of a type, now or later. */
  async next<Type extends HubMessage['type']>(type: Type): Promise<TypeOf<HubMessage, Type>> {
    const message = await this.first((heard) => heard.type === type);
    return message as TypeOf<HubMessage, Type>;
  }

  async first(isIt: (message: HubMessage) => boolean): Promise<HubMessage> {
    for (;;) {
      const index = this.heard.findIndex(isIt);
      const [found] = index < 0 ? [] : this.heard.splice(index, 1);
      if (found !== undefined) return found;
      if (this.socket.readyState === this.socket.CLOSED) throw new Error('The tab was closed.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Says who it is and waits until it is up to date; returns all that it heard. */
  async resume(said: Partial<PageMessage & { type: 'session:resume' }> = {}): Promise<HubMessage[]> {
    this.say({
      protocol: protocolVersion,
      authorId: uuidOf(1),
      url: 'http://localhost:5173/',
      ...said,
      type: 'session:resume',
    });
    return this.#until((message) => message.type === 'agents:presence');
  }

  /** All up to and with that message; what came behind it stays. */
  async #until(isIt: (message: HubMessage) => boolean): Promise<HubMessage[]> {
    for (;;) {
      const index = this.heard.findIndex(isIt);
      if (index >= 0) return this.heard.splice(0, index + 1);
      if (this.socket.readyState === this.socket.CLOSED) throw new Error('The tab was closed.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** What a page says of a component. */
export function payload(n: number, annotationText = 'Make the price bold'): PagePayload {
  const { appId, authorId, sessionId, ...content } = sampleContent('component', { annotationText });
  if (content.kind === 'markdown') throw new Error('A page says nothing about files.');
  return { ...content, id: uuidOf(n) };
}
