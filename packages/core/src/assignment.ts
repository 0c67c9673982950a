/** Who takes part in an annotation, whose work it is, and who wrote it. */
import { type Addressee, isSameAddressee, isSameName } from './addressee.ts';
import type { Annotation, Reply } from './annotation.ts';
import { applyName } from './apply-holder.ts';

/** Those who wrote in the thread, hold the annotation or are to do it: whom a reply can mention without looking further. */
export function participantsOf(annotation: Annotation): Addressee[] {
  const { authorId, authorName, assignee, replies } = annotation;
  const found = [
    ...person(authorId, authorName),
    ...(annotation.kind === 'markdown' ? agent(annotation.agentName) : []),
    ...(annotation.status === 'acknowledged' ? agent(annotation.claim.agentName) : []),
    ...(assignee === undefined ? [] : [assignee]),
    ...replies.flatMap((reply) => [...person(reply.authorId, reply.authorName), ...agent(reply.agentName)]),
  ];
  return found.filter((one, at) => found.findIndex((other) => isSameAddressee(one, other)) === at);
}

function person(id: string | undefined, name: string | undefined): Addressee[] {
  return id === undefined || name === undefined ? [] : [{ type: 'person', id, name }];
}

function agent(name: string | undefined): Addressee[] {
  return name === undefined || name === applyName ? [] : [{ type: 'agent', name }];
}

/** Agents begin by themselves with what is assigned to them or not assigned, unless the person took it from them. */
export function isLeftToAgent(
  annotation: Pick<Annotation, 'assignee' | 'handedFrom'>,
  agentName: string,
): boolean {
  const { assignee } = annotation;
  if (assignee === undefined) return !isHandedFrom(annotation, agentName);
  return assignee.type === 'agent' && isSameName(assignee.name, agentName);
}

/** The person took it from this agent, to give it to another one. */
export function isHandedFrom(
  { assignee, handedFrom = [] }: Pick<Annotation, 'assignee' | 'handedFrom'>,
  agentName: string,
): boolean {
  if (assignee?.type === 'agent' && isSameName(assignee.name, agentName)) return false;
  return handedFrom.some((name) => isSameName(name, agentName));
}

/** What an agent is told of: what is left to it, and what mentions it, even when it is assigned to another agent or a person. */
export function isForAgent(
  annotation: Pick<Annotation, 'assignee' | 'handedFrom' | 'mentions'>,
  agentName: string,
): boolean {
  return isLeftToAgent(annotation, agentName) || isAgentIn(annotation.mentions, agentName);
}

/**
 * The last reply of a person that calls this agent by its name and that it has not answered; `null` when there is none.
 * An agent that holds the annotation gets every reply anyway.
 */
export function unansweredMention(annotation: Annotation, agentName: string): Reply | null {
  const holder = annotation.status === 'acknowledged' ? annotation.claim.agentName : null;
  return unansweredIn({ replies: annotation.replies, holder }, agentName);
}

/** `unansweredMention` for a thread alone; `holder` is the name of the agent that holds the annotation. */
export function unansweredIn(
  { replies, holder }: { readonly replies: readonly Reply[]; readonly holder: string | null },
  agentName: string,
): Reply | null {
  if (holder !== null && isSameName(holder, agentName)) return null;
  const answered = replies.findLastIndex(
    ({ agentName: by }) => by !== undefined && isSameName(by, agentName),
  );
  const last = replies
    .slice(answered + 1)
    .findLast(({ author, mentions }) => author === 'user' && isAgentIn(mentions, agentName));
  return last ?? null;
}

function isAgentIn(mentions: readonly Addressee[] | undefined, agentName: string): boolean {
  return mentions?.some(({ type, name }) => type === 'agent' && isSameName(name, agentName)) === true;
}

/** `wanted` is a name, or an id or the beginning of one. */
export function isAssignedTo({ assignee }: Pick<Annotation, 'assignee'>, wanted: string): boolean {
  if (assignee === undefined) return false;
  return isSameName(assignee.name, wanted) || (assignee.type === 'person' && hasId(assignee.id, wanted));
}

/** `wanted` is a name, or an id or the beginning of one. */
export function isWrittenBy(
  { authorId, authorName }: Pick<Annotation, 'authorId' | 'authorName'>,
  wanted: string,
): boolean {
  return (authorName !== undefined && isSameName(authorName, wanted)) || hasId(authorId, wanted);
}

const shortestId = 4;

function hasId(id: string, wanted: string): boolean {
  return wanted.length >= shortestId && id.startsWith(wanted.toLowerCase());
}
