/** The verdicts of a proof, and what follows from each. Badges, lists, buttons and messages are made of this table. */
/** What became of the work of an agent, as far as pages have shown it. */
export type Outcome =
  | 'done'
  /** The element is not on the page any more, which may be the request. */
  | 'removed'
  /** No page has shown it yet, or it cannot be told. */
  | 'unseen'
  /** The page does not show what the agent says that it has done. */
  | 'missing'
  /** The page does not work any more. */
  | 'broken';

/**
 * When it is known that nothing more will come: as soon as it is `seen`, when the page has been `updated` since the last
 * file was written, or when the page has `waited` as long as it waits for a change.
 */
type SettledWhen = 'seen' | 'updated' | 'waited';

interface VerdictFacts {
  readonly outcome: Outcome;
  readonly settled: SettledWhen;
  /** A test can keep it so. */
  readonly isKeepable: boolean;
}

/**
 * `beside`: a sibling, the parent or the same component has changed. `inactive`: a rule for the element has changed that
 * does not apply now. `unclear`: the window has another width or the other colour scheme than before, and what can be
 * compared all the same has not changed.
 */
export const verdicts = ['changed', 'gone', 'beside', 'inactive', 'unchanged', 'unclear', 'broken'] as const;
export type Verdict = (typeof verdicts)[number];

const verdictFacts = {
  changed: { outcome: 'done', settled: 'seen', isKeepable: true },
  gone: { outcome: 'removed', settled: 'updated', isKeepable: true },
  beside: { outcome: 'done', settled: 'updated', isKeepable: true },
  inactive: { outcome: 'done', settled: 'updated', isKeepable: false },
  unchanged: { outcome: 'missing', settled: 'waited', isKeepable: false },
  unclear: { outcome: 'unseen', settled: 'waited', isKeepable: false },
  broken: { outcome: 'broken', settled: 'waited', isKeepable: false },
} as const satisfies Record<Verdict, VerdictFacts>;

export function outcomeOfVerdict(verdict: Verdict): Outcome {
  return verdictFacts[verdict].outcome;
}

export function settlesWhen(verdict: Verdict): SettledWhen {
  return verdictFacts[verdict].settled;
}

/** A test can keep what changed. */
export function isKeepableVerdict(verdict: Verdict): boolean {
  return verdictFacts[verdict].isKeepable;
}
