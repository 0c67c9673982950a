import type { OverlayStateContainer } from '../state/container.ts';

/** What the person has tried by hand in the page, and what is still shown there. */
export interface Trials {
  /** On the element of the open composer. */
  open: ShownTrial | null;
  /** By the id of the annotation that it was sent with. */
  readonly sent: Map<string, ShownTrial>;
}

/** What is tried on one element. */
export interface ShownTrial {
  readonly element: Element;
  /** Shows what the page itself has, until the returned function is called. May be called again before. */
  lift(): () => void;
  /** Resolves when what the person has tried is told, which waits while the trial is lifted; `null` when it is told. */
  settled(): Promise<void> | null;
  /** It stays in the page when the composer closes, until the source has changed. */
  keep(id: string, container: OverlayStateContainer): void;
  revert(): void;
}

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
