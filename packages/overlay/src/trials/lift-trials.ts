import type { Trials } from './trials.ts';

/**
 * Shows the page as its source makes it, without anything that was tried by hand, until the returned function is called.
 * Agents and comparisons see only that.
 */
export function liftTrials({ open, sent }: Trials): () => void {
  const lifted = [...sent.values(), ...(open === null ? [] : [open])].map((trial) => trial.lift());
  return () => {
    for (const restore of lifted) restore();
  };
}

export async function withoutTrials<Result>(trials: Trials, work: () => Promise<Result>): Promise<Result> {
  const restore = liftTrials(trials);
  try {
    return await work();
  } finally {
    restore();
  }
}
