/** A run of sync in sentences. */
import type { SyncReport } from '@annotate-mcp/github';

import { printable } from '../terminal.ts';

export function describeReport(report: SyncReport): string[] {
  const { isDryRun, sent, received, pullRequest } = report;
  const would = isDryRun ? 'Would send' : 'Sent';
  const wouldTake = isDryRun ? 'Would receive' : 'Received';
  const out = counted([
    [sent.comments, 'comment on a line', 'comments on lines'],
    [sent.listed, 'item of a list', 'items of a list'],
    [sent.replies, 'reply', 'replies'],
    [sent.edits, 'changed text', 'changed texts'],
    [sent.resolved, 'resolution', 'resolutions'],
    [sent.reopened, 'reopening', 'reopenings'],
  ]);
  const back = counted([
    [received.replies, 'reply', 'replies'],
    [received.edits, 'changed text', 'changed texts'],
    [received.resolved, 'resolution', 'resolutions'],
    [received.accepted, 'acceptance', 'acceptances'],
    [received.reopened, 'reopening', 'reopenings'],
  ]);
  return [
    pullRequest,
    out === '' ? 'Nothing to send.' : `${would}: ${out}.`,
    back === '' ? 'Nothing to receive.' : `${wouldTake}: ${back}.`,
    ...remarksOn(report),
  ];
}

function remarksOn({ toAdopt, unplaced, edited, headCommit, bodies }: SyncReport): string[] {
  return [
    ...describeOutside(toAdopt),
    ...(unplaced.length > 0
      ? [
          `Not sent: ${list(unplaced)}. The lines cannot be compared, because this repository does not have the commit ${headCommit.slice(0, 10)} of the pull request. Run git fetch, or git pull, and then this command again.`,
        ]
      : []),
    ...(edited.length > 0
      ? [`Edited in the pull request, and left as it is on both sides: ${list(edited)}.`]
      : []),
    ...bodies.flatMap((body) => ['', '---', body]),
  ];
}

/** With their words, because the person decides about these. */
function describeOutside(replies: SyncReport['toAdopt']): string[] {
  if (replies.length === 0) return [];
  const [are, them] = replies.length === 1 ? ['1 reply is', 'it'] : [`${replies.length} replies are`, 'them'];
  return [
    `${are} from other accounts. No agent gets ${them} until you trust ${them}: in the page, or with annotate-mcp trust --only ID.`,
    ...replies.map(({ id, by, message }) => `  ${id.slice(0, 8)} ${by ?? 'ghost'}: ${printable(message)}`),
  ];
}

function counted(counts: readonly (readonly [count: number, one: string, several: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`)
    .join(', ');
}

function list(ids: readonly string[]): string {
  const most = 10;
  const shown = ids.slice(0, most).map((id) => id.slice(0, 8));
  return ids.length <= most ? shown.join(', ') : `${shown.join(', ')} and ${ids.length - most} more`;
}
