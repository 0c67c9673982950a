/** How a tool of this family is stated: like any other, with a browser in its context. */
import type { z } from 'zod';

import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { Tool, ToolContext } from '../tool.ts';

import type { BrowserParts } from './browser.ts';

export interface BrowserContext extends ToolContext, Omit<BrowserParts, 'browser'> {
  /** Rejects with an `AnnotateError` in words for an agent. */
  readonly ask: <Type extends CommandType>(type: Type, params: ParamsOf<Type>) => Promise<ResultOf<Type>>;
}

export interface BrowserTool extends Omit<Tool, 'run'> {
  run(input: unknown, context: BrowserContext): Promise<Record<string, unknown>>;
}

interface TypedBrowserTool<Input extends z.ZodObject> extends Omit<BrowserTool, 'input' | 'run'> {
  input: Input;
  run(input: z.output<Input>, context: BrowserContext): Promise<Record<string, unknown>>;
}

/** Ties the type of what `run` gets to the tool's own schema. */
export function defineBrowserTool<Input extends z.ZodObject>(tool: TypedBrowserTool<Input>): BrowserTool {
  return { ...tool, run: (input, context) => tool.run(tool.input.parse(input), context) };
}

export function withBrowser(tool: BrowserTool, { browser, ...parts }: BrowserParts): Tool {
  return {
    ...tool,
    run: (input, context) =>
      tool.run(input, {
        ...context,
        ...parts,
        ask: (type, params) =>
          browser.run(type, params, { agent: context.agent.actor.agentName, signal: context.signal }),
      }),
  };
}
