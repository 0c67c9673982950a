import { AnnotateError } from '@annotate-mcp/core';

import type { ViewToolContext } from './view-tool.ts';

/** A program that waits for the verdict takes one answer: a comment that is sent by itself would be that answer. */
export function refuseBeforeVerdict({ asksVerdict }: ViewToolContext['reviewed']): void {
  if (!asksVerdict) return;
  throw new AnnotateError(
    'lifecycle/not-allowed',
    'The agent waits for your verdict and takes nothing before it.',
    {
      hint: 'Keep the comment in the batch: it goes along with the verdict.',
    },
  );
}

/** What the agent carries out is the plan that it wrote: a change of this copy would be lost without a word. */
export function refuseEditBeforeVerdict({ asksVerdict }: ViewToolContext['reviewed']): void {
  if (!asksVerdict) return;
  throw new AnnotateError(
    'lifecycle/not-allowed',
    'The agent carries out its own plan, so a change here would be lost. Nothing was changed.',
    {
      hint: 'Write what should be different as a comment, or suggest the words, and request changes.',
    },
  );
}
