/** Runs several tools in one call. The arguments of a step may refer to results of earlier steps. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { type Refusal, toRefusal, invalidArgumentsError } from '../../errors.ts';
import { contentKey, defineTool, type Tool, type ToolResult } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

const maxSteps = 20;

export function requestChain(tools: readonly Tool<BrowserContext>[]): Tool<BrowserContext> {
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
  return defineTool({
    name: 'browser_request_chain',
    title: 'Several browser steps at once',
    description:
      'Run several browser_* tools one after the other in one call; stops at the first failure. An argument "$0.tab_id" is that field of what step 0 returned.',
    input: () =>
      z.object({
        steps: z
          .array(
            z.object({
              tool: z.enum([...toolsByName.keys()]),
              arguments: z.record(z.string(), z.unknown()).optional(),
            }),
          )
          .min(1)
          .max(maxSteps),
      }),
    unlogged: ['steps'],
    hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    run: async ({ steps }, context: BrowserContext) => {
      const results: ToolResult[] = [];
      const content: CallToolResult['content'] = [];
      for (const [index, step] of steps.entries()) {
        await context.progress(`step ${index}: ${step.tool}`);
        const outcome = await attempt(toolsByName.get(step.tool), step, results, context);
        content.push({ type: 'text', text: `$${index} ${step.tool}` }, ...contentOf(outcome));
        if ('error' in outcome) {
          content.push({ type: 'text', text: `Stopped at step ${index} of ${steps.length}.` });
          return { results, stoppedAt: index, error: outcome.error, [contentKey]: content };
        }
        results.push(outcome.result);
      }
      return { results, [contentKey]: content };
    },
  });
}

type Outcome = { result: ToolResult } | { error: Refusal };

async function attempt(
  tool: Tool<BrowserContext> | undefined,
  step: { tool: string; arguments?: Record<string, unknown> | undefined },
  results: readonly ToolResult[],
  context: BrowserContext,
): Promise<Outcome> {
  try {
    if (tool === undefined) throw new TypeError(`There is no tool ${step.tool}.`);
    const call = tool.prepare(resolveReferences(step.arguments ?? {}, results));
    return { result: await call.run(context) };
  } catch (error) {
    return { error: toRefusal(error) };
  }
}

const reference = /^\$(\d+)((?:\.\w+)+)$/;

/** Only a whole string can be a reference: text to type may contain dollar signs. */
function resolveReferences(value: unknown, results: readonly unknown[]): unknown {
  if (typeof value === 'string') return resolveReference(value, results);
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolveReferences(each, results)]),
  );
}

function resolveReference(text: string, results: readonly unknown[]): unknown {
  const [, step, path = ''] = reference.exec(text) ?? [];
  if (step === undefined) return text;
  if (Number(step) >= results.length)
    throw invalidArgumentsError(`"${text}" names a step that has not run before this one.`);
  const found = path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, key) => ownValue(value, key), results[Number(step)]);
  if (found === undefined) throw invalidArgumentsError(`Step ${step} returned nothing at "${text}".`);
  return found;
}

function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function contentOf(outcome: Outcome): CallToolResult['content'] {
  if ('error' in outcome) return [{ type: 'text', text: JSON.stringify(outcome.error) }];
  const { [contentKey]: content, ...fields } = outcome.result;
  return content ?? [{ type: 'text', text: JSON.stringify(fields) }];
}
