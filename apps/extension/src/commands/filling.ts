/** What every way to fill a field needs. */
import type { Deadline } from '../driver/deadline.ts';
import type { Frame } from '../driver/frames.ts';
import type { Tab } from '../driver/tab.ts';
import type { ReadyTarget } from '../driver/wait-for-target.ts';

export interface Filling {
  readonly tab: Tab;
  readonly at: ReadyTarget;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  /** The fields that were typed into, which a page may change when they are left. */
  readonly typed: TypedField[];
}

export interface TypedField {
  readonly at: ReadyTarget;
  /** What it held then; `null` when that is not known. */
  readonly wanted: string | null;
}

/** As a command names it: a ref of the page agent is one of its own document. */
export function refIn({ number }: Frame, ref: string): { by: 'ref'; ref: string } {
  return { by: 'ref', ref: number === 0 ? ref : `f${number}${ref}` };
}
