/** The agent: a real MCP client on the built program's stdin and stdout. */
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { bin } from '../../support/bin.ts';

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  /** Throws with the words of a refusal. */
  readonly call: (tool: string, args: Record<string, unknown>) => Promise<CallToolResult>;
}

export interface AgentOptions {
  /** Whether it renders views. */
  ui?: boolean;
  name?: string;
  args?: readonly string[];
  /** Further variables of the server. */
  env?: Readonly<Record<string, string>>;
}

export async function startAgent(
  root: string,
  { ui = true, name = 'reviewing-agent', args = [], env = {} }: AgentOptions = {},
): Promise<Agent> {
  const client = new Client(
    { name, version: '1' },
    {
      capabilities: ui
        ? { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
        : {},
    },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, '--root', root, ...args],
      cwd: root,
      env: {
        ...getDefaultEnvironment(),
        ANNOTATE_CONFIG_FOLDER: process.env.ANNOTATE_CONFIG_FOLDER ?? '',
        ...env,
      },
      stderr: 'inherit',
    }),
  );
  return {
    client,
    call: async (name, given) => {
      const result = await client.callTool({ name, arguments: given });
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      return result;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
