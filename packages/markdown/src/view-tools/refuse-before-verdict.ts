/** What a document does not take while a program waits for the verdict on it. */
import { AnnotateError } from '@annotate-mcp/core';

import type { ViewToolContext } from './view-tool.ts';

type Reviewed = ViewToolContext['reviewed'];

/** The program takes one answer: a comment that is sent by itself would be that answer. */
export function refuseBeforeVerdict(reviewed: Reviewed): void {
  refuse(
    reviewed,
    'The agent waits for your verdict and takes nothing before it.',
    'Keep the comment in the batch: it goes along with the verdict.',
  );
}

/** The agent carries out the plan that it wrote: a change of this copy would be lost without a word. */
export function refuseEditBeforeVerdict(reviewed: Reviewed): void {
  refuse(
    reviewed,
    'The agent carries out its own plan, so a change here would be lost. Nothing was changed.',
    'Write what should be different as a comment, or suggest the words, and request changes.',
  );
}

function refuse({ asksVerdict }: Reviewed, message: string, hint: string): void {
  if (asksVerdict) throw new AnnotateError('lifecycle/not-allowed', message, { hint });
}
