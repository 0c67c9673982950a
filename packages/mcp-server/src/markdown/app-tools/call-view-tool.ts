/** Turns a call of a view tool into an MCP result. The tools themselves are in packages/markdown/src/view-tools. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { ViewCredentials } from '@annotate-mcp/markdown/view-protocol';
import { InvalidInputError, type ViewTool } from '@annotate-mcp/markdown/view-tools';

import { type Refusal, schemaMismatchError, toRefusal } from '../../errors.ts';
import { openLinked } from '../views/open-linked.ts';
import { notTheViewError, type ViewRegistry } from '../views/view-registry.ts';

export const credentials = z.object({
  viewUUID: z.string(),
  token: z.string(),
}) satisfies z.ZodType<ViewCredentials>;

export interface ViewToolDeps {
  views: ViewRegistry;
  signal: AbortSignal;
  debug: (line: string) => void;
}

export async function callViewTool(
  tool: ViewTool,
  args: unknown,
  { views, signal, debug }: ViewToolDeps,
): Promise<CallToolResult> {
  try {
    const shown = credentials.safeParse(args);
    // A caller without a token learns only that, and nothing about its other arguments.
    if (!shown.success) throw notTheViewError();
    const open = views.authenticate(shown.data);
    const openBeside = (address: string) => openLinked(address, open, views);
    const result = await tool.run(args, { ...open, openBeside, signal });
    // Only the view reads the result, and it may be large, so that it is not repeated as text.
    return { content: [], structuredContent: { ...result } };
  } catch (error) {
    const isInvalid = error instanceof InvalidInputError;
    const refusal = toRefusal(isInvalid ? schemaMismatchError(tool.name, error.problems) : error);
    debug(`${tool.name} failed: ${refusal.error}`);
    return refused(refusal);
  }
}

export function refused(refusal: Refusal): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(refusal) }], isError: true };
}
