import type { OverlayState } from '../state/state.ts';

/** Says what happens next with `count` comments that were just sent. */
export function describeSent({ connection, storeProblem, agents }: OverlayState, count: number): string {
  const sent = count === 1 ? 'Sent' : `${count} sent`;
  const isKept = `Kept. ${count === 1 ? 'It is' : 'They are'} sent when`;
  if (storeProblem !== null) return `${isKept} the dev server can read its comments again.`;
  if (connection !== 'online') return `${isKept} the dev server is back.`;
  const listener = agents.find(({ waiting }) => waiting);
  if (listener !== undefined) return `${sent}. ${listener.agentName} has it.`;
  const [agent] = agents;
  if (agent !== undefined) return `${sent}. ${agent.agentName} sees it when it looks next.`;
  return `${sent}. No agent is listening yet: it waits.`;
}
