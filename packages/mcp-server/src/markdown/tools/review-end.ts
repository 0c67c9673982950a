/** How the person ended a review, as an agent gets it. */
import type { GivenVerdict } from '@annotate-mcp/markdown';

export interface BriefVerdict {
  verdict: GivenVerdict['verdict'];
  text?: string;
  at: string;
  /** The file was changed after the verdict. */
  outdated?: true;
}

export function briefVerdict(given: GivenVerdict | null): { verdict?: BriefVerdict } {
  if (given === null) return {};
  const { verdict, text, at, outdated } = given;
  return {
    verdict: { verdict, ...(text !== undefined && { text }), at, ...(outdated && { outdated: true }) },
  };
}

export function describeAbsence(hasLeft: boolean): { reviewerLeft?: true; reviewerHint?: string } {
  return hasLeft ? { reviewerLeft: true, reviewerHint } : {};
}

const reviewerHint =
  'The person closed the review, so that waiting brings nothing. What they wrote and did not submit is kept; open_markdown shows the file again, with in "tab" where this client shows nothing.';
