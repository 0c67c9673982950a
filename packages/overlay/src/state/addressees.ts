import { type Addressee, isSameAddressee } from '@annotate-mcp/core';

import { selectAuthors } from './authors.ts';
import type { OverlayState } from './state.ts';

type Source = Pick<OverlayState, 'annotations' | 'present' | 'me' | 'agents'>;

/** All who can be mentioned and whom something can be assigned to: people with a name, and agents. */
export function selectAddressees(state: Source): Addressee[] {
  const { people } = selectAuthors(state);
  const { me } = state;
  const named = new Map([...people].map(([id, { name }]) => [id, name]));
  if (me.id !== '' && me.name !== null) named.set(me.id, me.name);
  return [
    ...[...named].flatMap(([id, name]): Addressee[] =>
      name === undefined ? [] : [{ type: 'person', id, name }],
    ),
    ...agentsIn(state),
  ];
}

function agentsIn({ agents, annotations }: Source): Addressee[] {
  const found: Addressee[] = [];
  const add = (name: string | undefined) => {
    const agent: Addressee | null = name === undefined ? null : { type: 'agent', name };
    if (agent && !found.some((one) => isSameAddressee(one, agent))) found.push(agent);
  };
  for (const { agentName } of agents) add(agentName);
  for (const { replies, assignee } of annotations.values()) {
    for (const { agentName } of replies) add(agentName);
    if (assignee?.type === 'agent') add(assignee.name);
  }
  return found;
}

/** Of people with the same name one is offered: a mention is of all of them. */
export function selectMentionable(state: Source): Addressee[] {
  const others = selectAddressees(state).filter((one) => one.type === 'agent' || one.id !== state.me.id);
  const key = ({ name }: Addressee) => name.toLowerCase();
  return others.filter((one, at) => others.findIndex((other) => key(other) === key(one)) === at);
}
