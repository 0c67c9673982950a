import {
  type Addressee,
  type Annotation,
  applyName,
  isSameAddressee,
  peopleIn,
  type Person,
} from '@annotate-mcp/core';

import type { Me, OverlayState } from './state.ts';

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
    for (const { agentName } of replies) if (agentName !== applyName) add(agentName);
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

interface KnownAuthors {
  readonly me: Me;
  /** All people who wrote here or have a page open, by id. */
  readonly people: ReadonlyMap<string, Person>;
  /** More than one person has written here, so that it matters who did. */
  readonly isShared: boolean;
}

type AuthorSource = Pick<OverlayState, 'annotations' | 'present' | 'me'>;

let last: { source: AuthorSource; authors: KnownAuthors } | null = null;

/** Computed again only when there is something new. */
export function selectAuthors({ annotations, present, me }: AuthorSource): KnownAuthors {
  const isSame =
    last?.source.annotations === annotations && last.source.present === present && last.source.me === me;
  if (last !== null && isSame) return last.authors;
  const people = peopleIn(annotations.values(), present);
  const authors = { me, people, isShared: countWriters(annotations.values()) > 1 };
  last = { source: { annotations, present, me }, authors };
  return authors;
}

function countWriters(annotations: Iterable<Annotation>): number {
  return peopleIn(annotations).size;
}
