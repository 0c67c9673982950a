/**
 * The statuses of an annotation, and what follows from each. Lists, predicates, queries and colours are made of this table,
 * and everything else that differs by status is a full `Record` or a `switch` without a default: a status that is added
 * here does not compile until every part has an answer for it.
 */
interface StatusFacts {
  /** `draft`: only its author has it. `open`: it was sent, and an agent or the person has something to do. */
  readonly stage: 'draft' | 'open' | 'closed';
}

export const statuses = ['draft', 'pending', 'acknowledged', 'resolved', 'dismissed'] as const;
export type Status = (typeof statuses)[number];

const statusFacts = {
  draft: { stage: 'draft' },
  pending: { stage: 'open' },
  acknowledged: { stage: 'open' },
  resolved: { stage: 'closed' },
  dismissed: { stage: 'closed' },
} as const satisfies Record<Status, StatusFacts>;

type Stage = StatusFacts['stage'];
type StatusAt<At extends Stage> = {
  [Each in Status]: (typeof statusFacts)[Each]['stage'] extends At ? Each : never;
}[Status];

export type OpenStatus = StatusAt<'open'>;
export type SentStatus = StatusAt<'open' | 'closed'>;

export const openStatuses = statusesAt('open');
export const closedStatuses = statusesAt('closed');
/** What agents, commands and other people may see: drafts belong to their author's browser. */
export const sentStatuses = statusesAt('open', 'closed');
/** What its author may still want to see changed, drafts among it. */
export const unclosedStatuses = statusesAt('draft', 'open');

export function isOpen<Each extends { readonly status: Status }>(
  annotation: Each,
): annotation is Each & { readonly status: OpenStatus } {
  return isOpenStatus(annotation.status);
}

export function isOpenStatus(status: Status): status is OpenStatus {
  return statusFacts[status].stage === 'open';
}

export function isClosed({ status }: { readonly status: Status }): boolean {
  return statusFacts[status].stage === 'closed';
}

function statusesAt<At extends Stage>(...stages: readonly At[]): readonly StatusAt<At>[] {
  return statuses.filter((status): status is StatusAt<At> =>
    stages.some((stage) => stage === statusFacts[status].stage),
  );
}
