/** An MCP client of a server with a bridge. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const answerSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});

type ToolAnswer = z.output<typeof answerSchema> & {
  /** All texts of it, a line each. */
  text: string;
};

export interface BrowserClient {
  readonly client: Client;
  readonly call: (
    tool: string,
    input?: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ) => Promise<ToolAnswer>;
}

export async function connectClient(
  url: string,
  { name = 'claude-code', headers = {} }: { name?: string; headers?: Record<string, string> } = {},
): Promise<BrowserClient> {
  const client = new Client({ name, version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return {
    client,
    call: async (tool, input = {}, options = {}) => {
      const answer = answerSchema.parse(await client.callTool({ name: tool, arguments: input }, options));
      return { ...answer, text: answer.content.flatMap(({ text }) => text ?? []).join('\n') };
    },
  };
}
