/** Tools for the view alone: how one is stated, and how a call of one becomes a result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { viewTools } from '@annotate-mcp/markdown';

import { type Refusal, schemaMismatchError, toRefusal } from '../../errors.ts';
import { notTheView, type MarkdownReview, type Seat } from '../review.ts';

export interface AppTool {
  name: (typeof viewTools)[keyof typeof viewTools];
  title: string;
  /** Beside the credentials. */
  input: z.ZodObject;
  readOnly: boolean;
  run(input: unknown, visit: Visit): Promise<object>;
}

export interface Visit extends Seat {
  /** The view is gone, or its call was given up. */
  signal: AbortSignal;
}

interface TypedAppTool<Input extends z.ZodObject> extends Omit<AppTool, 'input' | 'run'> {
  input: Input;
  run(input: z.output<Input>, visit: Visit): Promise<object>;
}

/** Ties the type of what `run` gets to the tool's own schema. */
export function defineAppTool<Input extends z.ZodObject>(tool: TypedAppTool<Input>): AppTool {
  return { ...tool, run: (input, visit) => tool.run(tool.input.parse(input), visit) };
}

export const credentials = z.object({ viewUUID: z.string(), token: z.string() });

export interface AppCall {
  review: MarkdownReview;
  signal: AbortSignal;
  debug: (line: string) => void;
}

export async function callAppTool(
  tool: AppTool,
  args: unknown,
  { review, signal, debug }: AppCall,
): Promise<CallToolResult> {
  try {
    const shown = credentials.safeParse(args);
    // Whoever has no token is told so, before anything that is wrong with the rest.
    if (!shown.success) throw notTheView();
    const seat = review.admit(shown.data);
    const parsed = tool.input.safeParse(args);
    if (!parsed.success) throw schemaMismatchError(tool.name, parsed.error);
    const result = await tool.run(parsed.data, { ...seat, signal });
    // Nobody but the view reads it, and what it reads may be large: it is not said a second time as text.
    return { content: [], structuredContent: { ...result } };
  } catch (error) {
    const refusal = toRefusal(error);
    debug(`${tool.name} failed: ${refusal.error}`);
    return refused(refusal);
  }
}

export function refused(refusal: Refusal): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(refusal) }], isError: true };
}
