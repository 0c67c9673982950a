/** MCP over HTTP request by request, for what no client would send. */
import { onTestFinished } from 'vitest';

export interface RawAnswer {
  status: number;
  text: string;
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export async function post(
  url: string,
  body: unknown,
  more: Record<string, string> = {},
): Promise<RawAnswer & { sessionId: string | null }> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, sessionId: response.headers.get('mcp-session-id') };
}

export interface RawSession {
  id: string;
  post(body: unknown): Promise<RawAnswer>;
}

/** A session of the older protocol without a stream. */
export async function initialize(url: string, name = 'raw'): Promise<RawSession> {
  const { sessionId, text } = await post(url, {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } },
  });
  if (sessionId === null) throw new Error(`Not initialized: ${text}`);
  const session: RawSession = {
    id: sessionId,
    post: (body) => post(url, body, { 'mcp-session-id': sessionId }),
  };
  await session.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return session;
}

export interface RawStream {
  /** The next message on it. */
  next(): Promise<unknown>;
  drop(): void;
}

export async function openStream(url: string, sessionId: string): Promise<RawStream> {
  const connection = new AbortController();
  const response = await fetch(`${url}/mcp`, {
    headers: { accept: 'text/event-stream', 'mcp-session-id': sessionId },
    signal: connection.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`No stream: ${await response.text()}`);
  onTestFinished(() => connection.abort());
  const messages = messagesOf(response.body);
  return {
    next: async () => (await messages.next()).value,
    drop: () => connection.abort(),
  };
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as unknown;
    }
  }
}
