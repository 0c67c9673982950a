/** How a tool is stated, and the one place where its outcome becomes an MCP result. */
import type {
  CallToolResult,
  McpServer,
  RegisteredTool,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Store } from '@annotate-mcp/store';

import type { Agent } from './agent.ts';
import type { BrowserParts } from './browser/browser.ts';
import type { ClientFacts } from './client.ts';
import type { Desk } from './desk.ts';
import { badArguments, inWords, type Refusal } from './errors.ts';

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

export interface Tool<Context extends ToolContext = ToolContext> {
  name: string;
  title: string;
  /** Written for a model: when to call it and what comes back. Every word is paid for in every conversation. */
  description: string;
  input: z.ZodObject;
  /** A tool without one answers in `shown` alone: text for a model, without the weight of JSON. */
  output?: z.ZodObject;
  hints: ToolAnnotations;
  /** Arguments that no log may have, such as what is typed into a page. */
  unlogged?: readonly string[];
  /** What it does depends on what the caller holds, so a client without a session shows its token. */
  forHolder?: boolean;
  /** What hosts are told of it beside its schema. */
  meta?: Record<string, unknown>;
  /** `_meta` of what it returns goes beside the result: to the client, not to the model. */
  run(input: unknown, context: Context): Promise<Record<string, unknown>>;
}

interface TypedTool<Input extends z.ZodObject, Context extends ToolContext> extends Omit<
  Tool<Context>,
  'input' | 'run'
> {
  input: Input;
  run(input: z.output<Input>, context: Context): Promise<Record<string, unknown>>;
}

/** Under this key a result says how a client shows it, where that is not its JSON: text, a picture. */
export const shown = Symbol('shown');

/** Ties the type of what `run` gets to the tool's own schema. */
export function defineTool<Input extends z.ZodObject, Context extends ToolContext = ToolContext>(
  tool: TypedTool<Input, Context>,
): Tool<Context> {
  return { ...tool, run: (input, context) => tool.run(tool.input.parse(input), context) };
}

export interface ToolHost {
  desk: Desk;
  /** There when the process has a bridge to one. */
  browser?: BrowserParts;
  clientName(request: ServerContext): string;
  clientOf(request: ServerContext): ClientFacts;
  contextFor(agent: Agent, request: ServerContext): ToolContext;
  debug(line: string): void;
  /** Under their names, as the SDK has them. */
  registered: Map<string, RegisteredTool>;
}

export function registerTool(server: McpServer, tool: Tool, host: ToolHost): void {
  registerToolIn(server, tool, host, (context) => context);
}

/** For a family whose tools use more than every tool does. */
export function registerToolIn<Context extends ToolContext>(
  server: McpServer,
  tool: Tool<Context>,
  host: ToolHost,
  contextIn: (context: ToolContext, request: ServerContext) => Context,
): void {
  const { name, title, description, output, hints, forHolder = false, meta } = tool;
  const input = forHolder && host.desk.givesTokens ? tool.input.extend(shownToken.shape) : tool.input;
  const registered = server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: listedOnly(input),
      ...(output !== undefined && { outputSchema: output }),
      annotations: { openWorldHint: false, ...hints },
      ...(meta !== undefined && { _meta: meta }),
    },
    async (args: unknown, request: ServerContext) => {
      const parsed = input.safeParse(args);
      const run: Tool['run'] = (data, context) => tool.run(data, contextIn(context, request));
      if (parsed.success) return call({ ...tool, run }, parsed.data, request, host);
      const refusal = badArguments(name, parsed.error);
      host.debug(`${name} refused: ${refusal.error}`);
      return answer({ result: { ...refusal }, isError: true });
    },
  );
  host.registered.set(name, registered);
}

/** Clients are told the schema, but the SDK lets everything through: what does not fit is refused in our own words. */
export function listedOnly(schema: z.ZodObject): StandardSchemaWithJSON {
  const { version, vendor, jsonSchema } = schema['~standard'];
  return { '~standard': { version, vendor, jsonSchema, validate: (value) => ({ value }) } };
}

const shownToken = z.object({
  claimToken: z.string().optional().describe('As acknowledge returned it: shows that you are the holder'),
});

async function call(
  tool: Tool,
  args: unknown,
  request: ServerContext,
  host: ToolHost,
): Promise<CallToolResult> {
  try {
    const { signal } = request.mcpReq;
    const { claimToken } = shownToken.parse(args);
    const visit = await host.desk.receive({ name: host.clientName(request), claimToken, signal });
    const outcome = await attempt(tool, args, host.contextFor(visit.agent, request), host);
    const token = await visit.end();
    return answer(
      token === null ? outcome : { ...outcome, result: { ...outcome.result, claimToken: token } },
      tool,
    );
  } catch (error) {
    return answer({ result: { ...inWords(error) }, isError: true });
  }
}

interface Outcome {
  result: Record<string, unknown>;
  isError: boolean;
}

async function attempt(tool: Tool, args: unknown, context: ToolContext, host: ToolHost): Promise<Outcome> {
  // Asked first: what the call itself lets go of is no loss.
  const notices = await lossesOf(context.agent, host);
  const told = notices.length === 0 ? {} : { notices };
  try {
    host.debug(`${tool.name} ${JSON.stringify(withoutUnlogged(tool, args))}`);
    return { result: { ...(await tool.run(args, context)), ...told }, isError: false };
  } catch (error) {
    const refusal = inWords(error);
    host.debug(`${tool.name} failed: ${refusal.error}`);
    const couldBeTheirs = refusal.code === 'lifecycle/held' && host.desk.givesTokens;
    return { result: { ...(couldBeTheirs ? withTokenHint(refusal) : refusal), ...told }, isError: true };
  }
}

function withoutUnlogged({ input, unlogged = [] }: Tool, args: unknown): object {
  const entries = Object.entries(input.parse(args));
  return Object.fromEntries(entries.filter(([name]) => !unlogged.includes(name)));
}

/** A store that cannot be asked just now is asked again with the next call; this one may still do its work. */
async function lossesOf(agent: Agent, host: ToolHost): Promise<string[]> {
  try {
    return await agent.losses();
  } catch (error) {
    host.debug(`losses: ${inWords(error).error}`);
    return [];
  }
}

function withTokenHint({ error, code }: Refusal): Refusal {
  return { error: `${error} If you are that agent, pass the claimToken that acknowledge returned.`, code };
}

/** A refusal has no structured part: older clients hold that to the schema of a success, and show nothing of it. */
function answer({ result, isError }: Outcome, { output }: Pick<Tool, 'output'> = {}): CallToolResult {
  const { _meta, ...told }: Told = result;
  const content = contentOf(told);
  if (isError) return { content, isError };
  return {
    content,
    ...(output !== undefined && { structuredContent: told }),
    ...(_meta !== undefined && { _meta }),
  };
}

interface Told {
  [field: string]: unknown;
  [shown]?: Content;
  _meta?: Record<string, unknown>;
}

type Content = CallToolResult['content'];

function contentOf({ [shown]: content, ...told }: Told): Content {
  if (content === undefined) return [{ type: 'text', text: JSON.stringify(told) }];
  const { notices } = told;
  return notices === undefined ? content : [...content, { type: 'text', text: JSON.stringify({ notices }) }];
}
