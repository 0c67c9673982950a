/** What the view says when something was sent. `agent` has it already, or is `null`. */
import type { Verdict } from '@annotate-mcp/markdown';

export function describeSent(count: number, agent: string | null): string {
  const sent = count === 1 ? 'Sent 1 comment.' : `Sent ${count} comments.`;
  return agent === null ? sent : `${sent} ${agent} has ${count === 1 ? 'it' : 'them'}.`;
}

const sentWords: Readonly<Record<Verdict, string>> = {
  approve: 'Approved',
  changes: 'Changes requested',
  comment: 'Sent',
};

export function describeVerdictSent(verdict: Verdict, comments: number, agent: string | null): string {
  const sent = `${sentWords[verdict]}${comments === 0 ? '' : comments === 1 ? ', with 1 comment' : `, with ${comments} comments`}.`;
  return agent === null ? sent : `${sent} ${agent} has it.`;
}
