/** How a tool is defined. Registering tools and calling them is register-tool.ts. */
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { AgentStore } from './agent-store.ts';
import type { Agent } from './agent/agent.ts';
import { schemaMismatchError } from './errors.ts';

/** What every tool may use. */
export interface ToolContext {
  store: AgentStore;
  agent: Agent;
  root: string;
  /** The project's files are in `root`. */
  hasFiles: boolean;
  now: () => Date;
  newId: () => string;
  /** Aborts when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Sends a progress notification, if the client asked for them. */
  progress: (message: string) => Promise<void>;
}

/**
 * What a tool of a toolset needs that not every client gets as a whole: `reading` the store; `work`, which changes something or makes the agent present; this `machine`, with
 * the project's files and the person's browser on it.
 */
export type ToolNeed = 'reading' | 'work' | 'machine';

interface ToolInfo {
  name: string;
  title: string;
  /** Written for a model: when to call it and what it returns. Each word costs tokens in each conversation. */
  description: string;
  hints: ToolAnnotations;
  /** Names of arguments that must not be logged, such as the text that is typed into a page. */
  unlogged?: readonly string[];
  /** The tool works on annotations that the caller holds: a client without a session passes its claim token. */
  forHolder?: boolean;
  /** `_meta` of the tool in the list of tools. */
  meta?: Record<string, unknown>;
}

/** Functions, because a server that starts has not been asked for a schema yet, and creating all of them takes long. */
interface ToolSchemas<Input extends z.ZodObject> {
  input: () => Input;
  /** A tool without an output schema returns its `content` only: text for a model, without structured JSON. */
  output?: () => z.ZodObject;
}

/** Fields of the structured result, and what belongs beside them. */
export interface ToolResult {
  [field: string]: unknown;
  /** Shown to the model instead of the JSON of the fields: text or an image. */
  [contentKey]?: CallToolResult['content'];
  /** Goes to the client and not to the model. */
  _meta?: Record<string, unknown>;
}

/** Key of a result's content, which is a symbol so that no field can have the same name. */
export const contentKey = Symbol('content');

export interface Tool<Context extends ToolContext = ToolContext> extends ToolInfo, ToolSchemas<z.ZodObject> {
  /** Checks the arguments, which happens nowhere else. Throws an `AnnotateError` that says what to correct. */
  prepare(args: unknown): PreparedCall<Context>;
}

/** A call whose arguments are valid. */
export interface PreparedCall<Context extends ToolContext> {
  args: Record<string, unknown>;
  run: (context: Context) => Promise<ToolResult>;
}

interface ToolDefinition<Input extends z.ZodObject, Context extends ToolContext>
  extends ToolInfo, ToolSchemas<Input> {
  run: (input: z.output<Input>, context: Context) => Promise<ToolResult>;
}

/** Ties the type of what `run` receives to the tool's input schema. A toolset's tools name their context type there. */
export function defineTool<Input extends z.ZodObject, Context extends ToolContext = ToolContext>(
  tool: ToolDefinition<Input, Context> & { needs: ToolNeed },
): Tool<Context> & { needs: ToolNeed };
export function defineTool<Input extends z.ZodObject, Context extends ToolContext = ToolContext>(
  tool: ToolDefinition<Input, Context>,
): Tool<Context>;
export function defineTool<Input extends z.ZodObject, Context extends ToolContext = ToolContext>({
  run,
  input: createInput,
  output: createOutput,
  ...tool
}: ToolDefinition<Input, Context>): Tool<Context> {
  const input = once(createInput);
  return {
    ...tool,
    input,
    ...(createOutput !== undefined && { output: once(createOutput) }),
    prepare: (args) => {
      const parsed = input().safeParse(args);
      if (!parsed.success) throw schemaMismatchError(tool.name, parsed.error);
      return { args: parsed.data, run: (context) => run(parsed.data, context) };
    },
  };
}

function once<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
