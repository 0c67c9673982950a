/** Several steps in one call. Later ones may name what earlier ones returned. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { badArguments as wordsFor, inWords, type Refusal } from '../../errors.ts';
import { shown } from '../../tool.ts';
import { type BrowserContext, type BrowserTool, defineBrowserTool } from '../tool.ts';

import { resolveReferences } from './references.ts';

const mostSteps = 20;

/** Steps that were carried out, each with what it returned. */
type Done = Record<string, unknown>[];

export function requestChain(tools: readonly BrowserTool[]): BrowserTool {
  const names = tools.map(({ name }) => name);
  return defineBrowserTool({
    name: 'browser_request_chain',
    title: 'Several browser steps at once',
    description:
      'Run several browser_* tools one after the other in one call; stops at the first failure. An argument "$0.tab_id" is that field of what step 0 returned.',
    input: z.object({
      steps: z
        .array(
          z.object({
            tool: z.enum(names),
            arguments: z.record(z.string(), z.unknown()).optional(),
          }),
        )
        .min(1)
        .max(mostSteps),
    }),
    unlogged: ['steps'],
    hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    run: async ({ steps }, context) => {
      const done: Done = [];
      const content: CallToolResult['content'] = [];
      for (const [index, step] of steps.entries()) {
        await context.progress(`step ${index}: ${step.tool}`);
        const outcome = await attempt(tools, step, done, context);
        content.push({ type: 'text', text: `$${index} ${step.tool}` }, ...contentOf(outcome));
        if ('error' in outcome) {
          content.push({ type: 'text', text: `Stopped at step ${index} of ${steps.length}.` });
          return { results: done, stoppedAt: index, error: outcome.error, [shown]: content };
        }
        done.push(outcome.result);
      }
      return { results: done, [shown]: content };
    },
  });
}

type Outcome = { result: Record<string, unknown> } | { error: Refusal };

async function attempt(
  tools: readonly BrowserTool[],
  step: { tool: string; arguments?: Record<string, unknown> | undefined },
  done: Done,
  context: BrowserContext,
): Promise<Outcome> {
  try {
    const tool = tools.find(({ name }) => name === step.tool);
    const input = tool?.input.safeParse(resolveReferences(step.arguments ?? {}, done));
    if (tool === undefined || input === undefined) throw new Error(`There is no ${step.tool}`);
    if (!input.success) return { error: wordsFor(step.tool, input.error) };
    return { result: await tool.run(input.data, context) };
  } catch (error) {
    return { error: inWords(error) };
  }
}

function contentOf(outcome: Outcome): CallToolResult['content'] {
  if ('error' in outcome) return [{ type: 'text', text: JSON.stringify(outcome.error) }];
  const { [shown]: content, ...result }: Record<string, unknown> & { [shown]?: CallToolResult['content'] } =
    outcome.result;
  return content ?? [{ type: 'text', text: JSON.stringify(result) }];
}
