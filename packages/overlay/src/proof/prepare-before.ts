import type { SerialQueue } from '@annotate-mcp/core';

import { withoutTrials } from '../trials/lift-trials.ts';
import type { ShownTrial } from '../trials/trials.ts';

import { takeSteadyPicture } from './steady-picture.ts';
import { type RecordDeps, recordTargets, type TakenRecord } from './take-record.ts';

export interface PreparedBefore extends TakenRecord {
  readonly picture: Blob | null;
}

/** What the page showed before the person tried something, by what they tried. */
export type PreparedRecords = WeakMap<ShownTrial, Promise<PreparedBefore | null>>;

/**
 * Keeps what the page shows as soon as the person begins to try something. It need not be hidden then when the comment
 * is sent, which would flicker.
 */
export async function prepareBefore(
  { element }: ShownTrial,
  deps: RecordDeps,
  queue: SerialQueue,
  signal: AbortSignal,
): Promise<PreparedBefore> {
  const { trials } = deps;
  const taken = await queue.run(() => recordTargets([element], deps));
  const picture = await queue.run(() => withoutTrials(trials, () => takeSteadyPicture(element, signal)));
  return { ...taken, picture };
}
