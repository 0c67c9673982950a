/** What a person decides about a document as a whole. */
export const verdicts = ['approve', 'changes', 'comment'] as const;
export type Verdict = (typeof verdicts)[number];

/** A verdict as the view sends it. The view makes the id, so that a verdict that is sent twice counts once. */
export interface VerdictInput {
  id: string;
  verdict: Verdict;
  /** What the person says about the whole document with it. */
  text?: string;
}

export interface GivenVerdict extends VerdictInput {
  /** ISO 8601. */
  at: string;
  /** The text of the file is another one since. */
  outdated: boolean;
}

/** What each verdict means for an agent. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  approve: 'The person approves the document. Carry out the comments that came with it, if there are any.',
  changes:
    'The person asks for changes before they approve. Make them, then have the document reviewed again.',
  comment: 'The person neither approves nor asks for changes. Act on the comments that came with it.',
};
