/** An agent as the tools know one: an MCP client over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface Answer {
  /** What the tool said, by name; of a text that is one JSON object, that object. */
  readonly data: Record<string, unknown>;
  /** All text of it, as the model reads it. */
  readonly text: string;
  readonly isError: boolean;
  readonly picture: Buffer | null;
}

export interface Agent extends AsyncDisposable {
  call(tool: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
}

export async function startAgent(url: string, name = 'agent'): Promise<Agent> {
  const client = new Client({ name, version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return {
    call: async (tool, args = {}, signal) => {
      const result = await client.callTool(
        { name: tool, arguments: args },
        { timeout: 40_000, ...(signal !== undefined && { signal }) },
      );
      const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const [picture] = result.content.flatMap((part) => (part.type === 'image' ? [part.data] : []));
      return {
        data: dataOf(result.structuredContent, texts),
        text: texts.join('\n'),
        isError: result.isError ?? false,
        picture: picture === undefined ? null : Buffer.from(picture, 'base64'),
      };
    },
    // A server that was restarted does not know us any more.
    [Symbol.asyncDispose]: () => client.close().catch(() => undefined),
  };
}

function dataOf(structured: unknown, texts: readonly string[]): Record<string, unknown> {
  if (isRecord(structured)) return structured;
  // Tools whose answer is for reading say the rest in a last text.
  try {
    const parsed: unknown = JSON.parse(texts.at(-1) ?? '');
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
