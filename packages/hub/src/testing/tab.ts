import { onTestFinished } from 'vitest';

import { type HubMessage, type PageMessage, type PagePayload, protocolVersion } from '@annotate-mcp/core';
import { hubMessageSchema } from '@annotate-mcp/core/schema';
import { sampleContent, uuidOf } from '@annotate-mcp/core/testing';

import { connect, JsonSocket, type SocketOptions } from './json-socket.ts';

type TypeOf<Message, Type> = Extract<Message, { type: Type }>;

/**
 * Connects to a hub like the overlay in a browser tab. Checks every received message against the protocol's schema. Ends
 * with the test.
 */
export class TestTab extends JsonSocket<HubMessage> {
  #refs = 0;

  static async open(url: string, options: SocketOptions = {}): Promise<TestTab> {
    const tab = new TestTab(connect(url, options), (value) => hubMessageSchema.parse(value));
    onTestFinished(() => tab.socket.terminate());
    await tab.opened;
    return tab;
  }

  override send(message: PageMessage | string): void {
    super.send(message);
  }

  /** Resolves with the answer: `message:done`, or the `error`. */
  async request(message: PageMessage): Promise<HubMessage> {
    const ref = `r${++this.#refs}`;
    this.send({ ...message, ref });
    return this.first((answer) => 'ref' in answer && answer.ref === ref);
  }

  /** The first unread message of a type; waits for it. */
  async next<Type extends HubMessage['type']>(type: Type): Promise<TypeOf<HubMessage, Type>> {
    const found = await this.first((message) => message.type === type);
    return found as TypeOf<HubMessage, Type>;
  }

  /** Resumes the session and waits until the hub has sent everything; returns all received messages. */
  async resume(fields: Partial<PageMessage & { type: 'session:resume' }> = {}): Promise<HubMessage[]> {
    this.send({
      protocol: protocolVersion,
      authorSecret: uuidOf(1),
      url: 'http://localhost:5173/',
      ...fields,
      type: 'session:resume',
    });
    return this.until((message) => message.type === 'agents:presence');
  }
}

/** The payload of an annotation on a component. */
export function payload(n: number, annotationText = 'Make the price bold'): PagePayload {
  const { appId, authorId, sessionId, ...content } = sampleContent('component', { annotationText });
  if (content.kind === 'markdown') throw new Error('A page cannot annotate files.');
  return { ...content, id: uuidOf(n) };
}
