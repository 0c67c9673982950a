/** Real MCP clients over HTTP, of two SDK generations, behind one face. */
/* oxlint-disable typescript/no-deprecated -- SSE is, and clients in use still speak it */
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseTransportV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

import { textOf, ToolFailure } from './linked-client.ts';

interface HttpClient {
  tools(): Promise<string[]>;
  /** The structured result; throws what an `isError` result says. */
  call(tool: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
  follow(...uris: string[]): Promise<void>;
  unfollow(uri: string): Promise<void>;
  /** Addresses of the resources it was told of so far. */
  heard: string[];
  /** Resolves when it has heard of this one once more than when called. */
  hears(uri: string): Promise<void>;
  /** Drops the connection without a word. */
  drop(): Promise<void>;
  /** Says goodbye where the transport knows how; nothing elsewhere. */
  farewell(): Promise<void>;
}

export interface HttpClientKind {
  name: string;
  /** Whether the server knows it from one call to the next. */
  stays: boolean;
  transport: 'http' | 'sse';
  connect: (url: string, clientName?: string) => Promise<HttpClient>;
}

export const clientKinds: readonly HttpClientKind[] = [
  {
    name: 'an SDK 2 client over Streamable HTTP, older protocol',
    stays: true,
    transport: 'http',
    connect: (url, name) =>
      connectV2(name, new StreamableHTTPClientTransport(new URL('/mcp', url)), 'legacy'),
  },
  {
    name: 'an SDK 2 client over Streamable HTTP, newer protocol',
    stays: false,
    transport: 'http',
    connect: (url, name) =>
      connectV2(name, new StreamableHTTPClientTransport(new URL('/mcp', url)), 'modern'),
  },
  {
    name: 'an SDK 2 client over SSE',
    stays: true,
    transport: 'sse',
    connect: (url, name) => connectV2(name, new SSEClientTransport(new URL('/sse', url)), 'legacy'),
  },
  {
    name: 'an SDK 1 client over Streamable HTTP',
    stays: true,
    transport: 'http',
    connect: (url, name) => connectV1(name, new HttpTransportV1(new URL('/mcp', url))),
  },
  {
    name: 'an SDK 1 client over SSE',
    stays: true,
    transport: 'sse',
    connect: (url, name) => connectV1(name, new SseTransportV1(new URL('/sse', url))),
  },
];

export function clientKind(name: string): HttpClientKind {
  const found = clientKinds.find((kind) => kind.name.includes(name));
  if (found === undefined) throw new Error(`No kind of client is called ${name}.`);
  return found;
}

async function connectV2(
  name = 'claude-code',
  transport: StreamableHTTPClientTransport | SSEClientTransport,
  era: 'legacy' | 'modern',
): Promise<HttpClient> {
  const client = new Client(
    { name, version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const ears = new Ears();
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => ears.hear(params.uri));
  await client.connect(transport);
  onTestFinished(() => client.close());
  const following = era === 'modern' ? listening(client) : subscribing(client);
  return {
    ...following,
    heard: ears.heard,
    hears: (uri) => ears.hears(uri),
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, input = {}, signal) =>
      resultOf(
        await client.callTool({ name: tool, arguments: input }, signal === undefined ? {} : { signal }),
      ),
    drop: () => client.close(),
    farewell: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
}

/** In the newer protocol a stream names all it is about, so another set is another stream. */
function listening(client: Client): Pick<HttpClient, 'follow' | 'unfollow'> {
  const followed = new Set<string>();
  let stream: { close(): Promise<void> } | null = null;
  const renew = async () => {
    await stream?.close();
    stream = await client.listen({ resourceSubscriptions: [...followed] });
  };
  return {
    follow: async (...uris) => {
      for (const uri of uris) followed.add(uri);
      await renew();
    },
    unfollow: async (uri) => {
      followed.delete(uri);
      await renew();
    },
  };
}

function subscribing(client: {
  subscribeResource(params: { uri: string }): Promise<unknown>;
  unsubscribeResource(params: { uri: string }): Promise<unknown>;
}): Pick<HttpClient, 'follow' | 'unfollow'> {
  return {
    follow: async (...uris) => {
      for (const uri of uris) await client.subscribeResource({ uri });
    },
    unfollow: async (uri) => {
      await client.unsubscribeResource({ uri });
    },
  };
}

async function connectV1(
  name = 'claude-code',
  transport: HttpTransportV1 | SseTransportV1,
): Promise<HttpClient> {
  const client = new ClientV1({ name, version: '1' });
  const ears = new Ears();
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => ears.hear(params.uri));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    ...subscribing(client),
    heard: ears.heard,
    hears: (uri) => ears.hears(uri),
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, input = {}, signal) =>
      resultOf(
        await client.callTool(
          { name: tool, arguments: input },
          undefined,
          signal === undefined ? {} : { signal },
        ),
      ),
    drop: () => client.close(),
    farewell: async () => {
      if (transport instanceof HttpTransportV1) await transport.terminateSession();
      await client.close();
    },
  };
}

function resultOf(result: Record<string, unknown>): Record<string, unknown> {
  const { isError, structuredContent, content } = result;
  if (isError === true) throw new ToolFailure(textOf(content));
  return (structuredContent ?? {}) as Record<string, unknown>;
}

class Ears {
  readonly heard: string[] = [];
  readonly #waiting: { uri: string; resolve: () => void }[] = [];

  hear(uri: string): void {
    this.heard.push(uri);
    const due = this.#waiting.filter((waiting) => waiting.uri === uri);
    for (const waiting of due) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.resolve();
    }
  }

  async hears(uri: string): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push({ uri, resolve }));
  }
}
