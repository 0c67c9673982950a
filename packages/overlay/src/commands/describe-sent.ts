import type { OverlayState } from '../state/state.ts';

/** Says what happens next with `count` comments that were just sent. */
export function describeSent({ connection, agents }: OverlayState, count: number): string {
  const sent = count === 1 ? 'Sent' : `${count} sent`;
  if (connection !== 'online')
    return `Kept. ${count === 1 ? 'It is' : 'They are'} sent when the dev server is back.`;
  const listener = agents.find(({ waiting }) => waiting);
  if (listener !== undefined) return `${sent}. ${listener.agentName} has it.`;
  const [agent] = agents;
  if (agent !== undefined) return `${sent}. ${agent.agentName} sees it when it looks next.`;
  return `${sent}. No agent is listening yet: it waits.`;
}
