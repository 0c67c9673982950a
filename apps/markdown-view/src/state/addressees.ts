import { type Addressee, isSameAddressee, mentionsIn } from '@annotate-mcp/core';

import type { ViewState } from './state.ts';

/**
 * All who can be mentioned and whom a comment can be assigned to: people who wrote in the document, and agents. A
 * document has no ids of people, so that a person is known by the name.
 */
export function selectAddressees({ comments, listening, personName }: ViewState): Addressee[] {
  const found: Addressee[] = [];
  const add = (one: Addressee) => {
    if (!found.some((other) => isSameAddressee(one, other))) found.push(one);
  };
  const addPerson = (name: string | null | undefined) => name && add({ type: 'person', id: name, name });
  const addAgent = (name: string | null | undefined) => name && add({ type: 'agent', name });
  addPerson(personName);
  addAgent(listening.agentName);
  for (const comment of comments.values()) {
    addPerson(comment.authorName);
    addAgent(comment.agentName);
    if (comment.status === 'acknowledged') addAgent(comment.claim.agentName);
    for (const { authorName, agentName } of comment.replies) {
      addPerson(authorName);
      addAgent(agentName);
    }
    if (comment.assignee) add(comment.assignee);
  }
  return found;
}

/** Whom an `@` offers: all but the person who writes. */
export function selectMentionable(state: ViewState): Addressee[] {
  return selectAddressees(state).filter((one) => one.type === 'agent' || one.id !== state.personName);
}

/** The field of a message; nothing when the text mentions no person and no agent. */
export function mentionsOf(state: ViewState, text: string): { mentions?: Addressee[] } {
  const mentions = mentionsIn(text, selectAddressees(state));
  return mentions.length === 0 ? {} : { mentions };
}
