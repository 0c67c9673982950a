/** How a tool is stated, and the one place where its outcome becomes an MCP result. */
import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { Store } from '@annotate-mcp/store';

import type { Agent } from './agent.ts';
import { inWords } from './errors.ts';

/** What a tool may use. */
export interface ToolContext {
  store: Store;
  agent: Agent;
  root: string;
  now: () => Date;
  newId: () => string;
  /** The client cancelled, or is gone. */
  signal: AbortSignal;
  /** Tells a client that asked for it that the call goes on. */
  progress: (message: string) => Promise<void>;
}

export interface Tool {
  name: string;
  title: string;
  /** Written for a model: when to call it and what comes back. Every word is paid for in every conversation. */
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  hints: ToolAnnotations;
  run(input: unknown, context: ToolContext): Promise<Record<string, unknown>>;
}

interface TypedTool<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  input: Input;
  run(input: z.output<Input>, context: ToolContext): Promise<Record<string, unknown>>;
}

/** Ties the type of what `run` gets to the tool's own schema. */
export function defineTool<Input extends z.ZodObject>(tool: TypedTool<Input>): Tool {
  return { ...tool, run: (input, context) => tool.run(tool.input.parse(input), context) };
}

export interface ToolHost {
  contextFor(context: ServerContext): Promise<ToolContext>;
  debug(line: string): void;
}

export function registerTool(server: McpServer, tool: Tool, host: ToolHost): void {
  const { name, title, description, input, output, hints } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: input,
      outputSchema: output,
      annotations: { openWorldHint: false, ...hints },
    },
    async (args: unknown, context: ServerContext) => call(tool, args, context, host),
  );
}

async function call(
  tool: Tool,
  args: unknown,
  request: ServerContext,
  host: ToolHost,
): Promise<CallToolResult> {
  try {
    const context = await host.contextFor(request);
    host.debug(`${tool.name} ${JSON.stringify(args)}`);
    const result = await tool.run(args, context);
    const notices = await context.agent.losses();
    return answer(notices.length === 0 ? result : { ...result, notices });
  } catch (error) {
    const refusal = inWords(error);
    host.debug(`${tool.name} failed: ${refusal.error}`);
    return { ...answer(refusal), isError: true };
  }
}

function answer(result: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
}
