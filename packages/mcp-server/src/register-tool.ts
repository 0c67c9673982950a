/** Registers tools with an MCP server, and turns the outcome of each call into an MCP result. */
import type {
  CallToolResult,
  McpServer,
  RegisteredTool,
  ServerContext,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import { isRecord } from '@annotate-mcp/core';

import type { AgentProvider } from './agent/agent-provider.ts';
import type { Agent } from './agent/agent.ts';
import type { ClientFacts } from './client.ts';
import { schemaMismatchError, toRefusal, type Refusal } from './errors.ts';
import { contentKey, type PreparedCall, type Tool, type ToolContext, type ToolResult } from './tool.ts';

/** The server that tools are registered with, as far as they need it. */
export interface ToolHost {
  agents: AgentProvider;
  clientName(request: ServerContext): string;
  clientOf(request: ServerContext): ClientFacts;
  contextFor(agent: Agent, request: ServerContext): ToolContext;
  debug(line: string): void;
  /** All registered tools by name, as the SDK returned them. */
  registered: Map<string, RegisteredTool>;
}

/** `extendContext` adds what only the tools of one toolset use. */
export function registerTool<Context extends ToolContext>(
  server: McpServer,
  tool: Tool<Context>,
  host: ToolHost,
  extendContext: (context: ToolContext, request: ServerContext) => Context,
): void {
  const { name, title, description, output, hints, meta } = tool;
  const takesToken = tool.forHolder === true && host.agents.usesClaimTokens;
  const registered = server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: listedOnly(() => (takesToken ? tool.input().extend(tokenArgument.shape) : tool.input())),
      ...(output !== undefined && { outputSchema: createdWhenUsed(output) }),
      annotations: { openWorldHint: false, ...hints },
      ...(meta !== undefined && { _meta: meta }),
    },
    async (args: unknown, request: ServerContext) => {
      try {
        const claimToken = takesToken ? readClaimToken(name, args) : undefined;
        const { run, ...prepared } = tool.prepare(args);
        const call = { ...prepared, run: (context: ToolContext) => run(extendContext(context, request)) };
        return toCallResult(await callAs({ tool, call, claimToken, request }, host), tool);
      } catch (error) {
        const refusal = toRefusal(error);
        host.debug(`${name} refused: ${refusal.error}`);
        return toCallResult({ result: { ...refusal }, isError: true });
      }
    },
  );
  host.registered.set(name, registered);
}

/** Clients see the schema, but the SDK accepts all arguments: `Tool.prepare` refuses wrong ones with a better message. */
export function listedOnly(create: () => z.ZodObject): StandardSchemaWithJSON {
  return standardSchema(create, (value) => ({ value }));
}

function createdWhenUsed(create: () => z.ZodObject): StandardSchemaWithJSON {
  return standardSchema(create, (value) => create()['~standard'].validate(value));
}

/** The schema as the SDK takes it, which checks for `validate` when the tool is registered and reads the rest later. */
function standardSchema(
  create: () => z.ZodObject,
  validate: StandardSchemaWithJSON['~standard']['validate'],
): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      validate,
      get jsonSchema() {
        const { input, output } = create()['~standard'].jsonSchema;
        type Options = Parameters<typeof input>[0];
        return {
          input: (options: Options) => shortenJsonSchema(input(options)),
          output: (options: Options) => shortenJsonSchema(output(options)),
        };
      },
    },
  };
}

/** The list of tools is part of every conversation, so its schemas leave out what has no effect. */
export function shortenJsonSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = schema;
  return withoutSafeLimits(rest);
}

/** Without the limits that JavaScript has for each integer. */
function withoutSafeLimits(schema: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'minimum' || key === 'maximum') || !isSafeLimit(value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, visit(value)]));
}

function isSafeLimit(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit);
  return isRecord(value) ? withoutSafeLimits(value) : value;
}

const tokenArgument = z.object({
  claimToken: z.string().optional().describe('As acknowledge returned it: shows that you are the holder'),
});

function readClaimToken(tool: string, args: unknown): string | undefined {
  const parsed = tokenArgument.safeParse(args);
  if (!parsed.success) throw schemaMismatchError(tool, parsed.error);
  return parsed.data.claimToken;
}

interface ToolCall {
  tool: Pick<Tool, 'name' | 'unlogged'>;
  call: PreparedCall<ToolContext>;
  claimToken: string | undefined;
  request: ServerContext;
}

interface Outcome {
  result: ToolResult;
  isError: boolean;
}

async function callAs({ tool, call, claimToken, request }: ToolCall, host: ToolHost): Promise<Outcome> {
  const { signal } = request.mcpReq;
  const caller = await host.agents.beginCall({ name: host.clientName(request), claimToken, signal });
  const outcome = await attempt(tool, call, host.contextFor(caller.agent, request), host);
  const token = await caller.end();
  return token === null ? outcome : { ...outcome, result: { ...outcome.result, claimToken: token } };
}

async function attempt(
  tool: ToolCall['tool'],
  { args, run }: ToolCall['call'],
  context: ToolContext,
  host: ToolHost,
): Promise<Outcome> {
  const began = performance.now();
  // Read before the call: an annotation that the call itself releases is not a lost one.
  const lost = await lostClaims(context.agent, host);
  const notices = async () => {
    const all = [...lost, ...(await proofNotices(context.agent, began, host))];
    return all.length === 0 ? {} : { notices: all };
  };
  try {
    host.debug(`${tool.name} ${JSON.stringify(withoutUnlogged(args, tool.unlogged))}`);
    return { result: { ...(await run(context)), ...(await notices()) }, isError: false };
  } catch (error) {
    const refusal = toRefusal(error);
    host.debug(`${tool.name} failed: ${refusal.error}`);
    const needsToken = refusal.code === 'lifecycle/held' && host.agents.usesClaimTokens;
    return {
      result: { ...(needsToken ? withTokenHint(refusal) : refusal), ...(await notices()) },
      isError: true,
    };
  }
}

function withoutUnlogged(args: Record<string, unknown>, unlogged: readonly string[] = []): object {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !unlogged.includes(name)));
}

/** If the store cannot be read now, the next call reads the lost claims; this call may still do its work. */
async function lostClaims(agent: Agent, host: ToolHost): Promise<string[]> {
  try {
    return await agent.lostClaims();
  } catch (error) {
    host.debug(`lost claims: ${toRefusal(error).error}`);
    return [];
  }
}

/** The same: what cannot be read now comes with the next call. */
async function proofNotices(agent: Agent, asOf: number, host: ToolHost): Promise<string[]> {
  try {
    return await agent.proofs.take(asOf);
  } catch (error) {
    host.debug(`proofs: ${toRefusal(error).error}`);
    return [];
  }
}

function withTokenHint(refusal: Refusal): Refusal {
  const hint = 'If you are that agent, pass the claimToken that acknowledge returned.';
  return { ...refusal, error: `${refusal.error} ${hint}` };
}

/** A refusal has no structured content: older clients check that against the output schema, and show nothing. */
function toCallResult({ result, isError }: Outcome, { output }: Pick<Tool, 'output'> = {}): CallToolResult {
  const { _meta, [contentKey]: own, ...fields } = result;
  const shown = contentOf(fields, own);
  if (isError) return { content: shown, isError };
  return {
    content: shown,
    ...(output !== undefined && { structuredContent: fields }),
    ...(_meta !== undefined && { _meta }),
  };
}

function contentOf(fields: object, own: ToolResult[typeof contentKey]): CallToolResult['content'] {
  if (own === undefined) return [{ type: 'text', text: JSON.stringify(fields) }];
  return 'notices' in fields
    ? [...own, { type: 'text', text: JSON.stringify({ notices: fields.notices }) }]
    : own;
}
