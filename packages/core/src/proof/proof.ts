/** What a page showed when an annotation was sent and after it was resolved, and how the two differ. */

import type { PageFailure } from './page-failure.ts';
import type { RuleTime } from './rule-times.ts';
import type { Verdict } from './verdicts.ts';

/** The record of an annotation keeps only this; what a page showed is an attachment. */
export interface Proof {
  /** What the page showed when the agent took the annotation or, until then, when it was sent. */
  before: ProofSide;
  /** What it showed while an agent had it, after what was changed for another annotation had arrived. */
  meanwhile?: ProofSide;
  /** Of the first settled page after the annotation was resolved; it stays as it is from then on. */
  after?: ProofAfter;
}

export interface ProofSide {
  takenAt: string;
  /** File name of the `ProofRecord` under `.annotate/attachments/`. */
  record: string;
  /** File name under `.annotate/attachments/`. */
  picture?: string;
}

export interface ProofAfter extends ProofSide, Comparison {
  /** Why the page is broken. */
  failure?: PageFailure;
}

export interface Comparison {
  verdict: Verdict;
  /** At the target, the most telling first. */
  changes: ProofChange[];
  /** How many changes were left out of the list. */
  moreChanges?: number;
  outside: OutsideChanges;
}

export const changedWhats = [
  'text',
  'attribute',
  'style',
  'box',
  'moved',
  'added',
  'removed',
  'rule',
] as const;
export type ChangedWhat = (typeof changedWhats)[number];

export interface ProofChange {
  what: ChangedWhat;
  /** The property or attribute. */
  name?: string;
  before?: string;
  after?: string;
  /** The element inside the target or beside it; absent when it is the target itself. */
  on?: string;
  /** The rule of a style sheet that the property is in: `@media print .button`. */
  rule?: string;
  /** When that rule applies. */
  when?: RuleTime;
  /** The file of that rule, relative to the project root. */
  file?: string;
  /** Another annotation's edit changed the same file, so the change may be of that one. */
  shared?: true;
}

/** What else is different on the page. */
export interface OutsideChanges {
  /** Elements that changed themselves, or moved without the target being the reason. */
  count: number;
  /** Elements that only moved because the target has another size or place. */
  pushed: number;
  examples: OutsideExample[];
}

export interface OutsideExample {
  /** `button "Save"`. */
  name: string;
  what: ChangedWhat;
  /** CSS path to it in the page after the change, ` >>> ` into a shadow root; absent when it was removed. */
  path?: string;
}

/** Everything that the attachments of an annotation are called, for the one who removes them with it. */
export function proofAttachments(proof: Proof | undefined): string[] {
  if (proof === undefined) return [];
  const { before, meanwhile, after } = proof;
  const sides = [before, meanwhile, after].filter((side) => side !== undefined);
  return sides.flatMap(({ record, picture }) => (picture === undefined ? [record] : [record, picture]));
}
