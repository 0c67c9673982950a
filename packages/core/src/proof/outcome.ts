/** What became of an annotation, as far as pages have shown it. */
import type { Annotation } from '../annotation.ts';

import { isKeepableVerdict, type Outcome, outcomeOfVerdict } from './verdicts.ts';

/** `null` while it is not resolved, where no page can tell, and when the person has accepted it. */
export function outcomeOf(annotation: Annotation): Outcome | null {
  if (annotation.status !== 'resolved' || annotation.acceptedAt !== undefined) return null;
  if (annotation.kind === 'markdown' || annotation.proof === undefined) return null;
  const { after } = annotation.proof;
  return after === undefined ? 'unseen' : outcomeOfVerdict(after.verdict);
}

/** The page does not show the request, or does not work any more. */
export function hasFailed(annotation: Annotation): boolean {
  const outcome = outcomeOf(annotation);
  return outcome === 'missing' || outcome === 'broken';
}

/** The page has shown the request, or that the element is gone: the person may accept it unseen. */
export function isProven(annotation: Annotation): boolean {
  const outcome = outcomeOf(annotation);
  return outcome === 'done' || outcome === 'removed';
}

/** The page has shown what the agent changed, so that a test can keep it. */
export function isKeepable(annotation: Annotation): boolean {
  if (annotation.status !== 'resolved' || annotation.kind === 'markdown') return false;
  const verdict = annotation.proof?.after?.verdict;
  return verdict !== undefined && isKeepableVerdict(verdict);
}
