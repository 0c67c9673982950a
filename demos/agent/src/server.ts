/** Starts the MCP server as a process of its own, over stdio, as coding agents do. */
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

export interface ServerOptions {
  root: string;
  command?: string;
  args?: readonly string[];
  /** Variables that the server gets beside the usual ones. */
  env?: Readonly<Record<string, string>>;
  /** The name that the person sees next to the agent's replies. */
  name: string;
}

export interface Server {
  pid: number | null;
  /** Throws a `Refusal` when the tool returns an error. */
  call: <T>(tool: string, input: Record<string, unknown>, result: z.ZodType<T>) => Promise<T>;
  close: () => Promise<void>;
}

/** An error that a tool returned, with the text that a model would read. */
export class Refusal extends Error {
  readonly code: string;

  constructor({ error, code }: z.output<typeof refusal>) {
    super(error);
    this.code = code;
  }
}

const refusal = z.object({ error: z.string(), code: z.string() });
const source = join(import.meta.dirname, '../../../packages/cli/src/bin.ts');

/** `onClose` is also called when the server ends by itself. */
export async function connect(
  { root, command, args, env, name }: ServerOptions,
  { signal, onClose }: { signal: AbortSignal; onClose: () => void },
): Promise<Server> {
  const client = new Client({ name, version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: command ?? process.execPath,
    args: [...(args ?? (command === undefined ? ['--conditions=@annotate-mcp/source', source] : []))],
    env: {
      ...getDefaultEnvironment(),
      ANNOTATE_PROJECT_ROOT: root,
      // A server with another key would not know what was written here as this user's own.
      ANNOTATE_CONFIG_FOLDER: process.env.ANNOTATE_CONFIG_FOLDER ?? '',
      ...env,
    },
    cwd: root,
    stderr: 'inherit',
  });
  client.onclose = onClose;
  await client.connect(transport);
  return {
    pid: transport.pid,
    call: async (tool, input, result) => {
      const { isError, structuredContent, content } = await client.callTool(
        { name: tool, arguments: input },
        { signal },
      );
      if (isError === true) throw new Refusal(refusal.parse(JSON.parse(textOf(content))));
      return result.parse(structuredContent);
    },
    close: () => client.close(),
  };
}

const texts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));

function textOf(content: unknown): string {
  return texts.parse(content).find(({ type }) => type === 'text')?.text ?? '';
}
