/** Selectors of the state for panels and tracking. Pure; groups are computed once for each map of annotations. */
import { addressOf, type Annotation, hasFailed, isClosed, isSettled, pageKey } from '@annotate-mcp/core';

import { guard } from '../page-edge.ts';

import type { OverlayState, PanelTab } from './state.ts';

/** Each group has the newest annotation first. */
export interface AnnotationGroups {
  readonly drafts: readonly Annotation[];
  /** What has a badge: an agent has it to do, or has closed it and the person has not accepted that yet. */
  readonly open: readonly Annotation[];
  /** Resolved or dismissed, including what waits for the person and so is open. */
  readonly closed: readonly Annotation[];
}

export interface Counts {
  readonly open: number;
  readonly drafts: number;
  /** Open ones that the page shows not to be done, or to have broken it. */
  readonly failed: number;
}

/** `page`: the annotations of the current page; `all`: those of every page of the app. */
export function groupAnnotations(state: OverlayState, tab: PanelTab): AnnotationGroups {
  const { annotations } = state;
  const key = tab === 'page' ? pageKey(state.pageUrl) : '';
  const known = groupsOf.get(annotations) ?? new Map<string, AnnotationGroups>();
  groupsOf.set(annotations, known);
  // One that cannot be read is in no group.
  const isIn = guard((one: Annotation) => {
    isClosed(one);
    hasFailed(one);
    return isOnPage(one, key, state.pageUrl);
  });
  const groups = known.get(key) ?? group([...annotations.values()].filter(isIn));
  known.set(key, groups);
  return groups;
}

const groupsOf = new WeakMap<ReadonlyMap<string, Annotation>, Map<string, AnnotationGroups>>();

/** Each annotation of the groups once. */
export function everyOne({ drafts, open, closed }: AnnotationGroups): readonly Annotation[] {
  return [...new Set([...drafts, ...open, ...closed])];
}

export function countAnnotations(state: OverlayState, tab: PanelTab): Counts {
  const { drafts, open } = groupAnnotations(state, tab);
  return {
    open: open.length,
    drafts: drafts.length,
    failed: open.filter(hasFailed).length,
  };
}

export interface AgentLine {
  readonly tone: 'listening' | 'working' | 'idle' | 'no-agent' | 'connecting' | 'offline' | 'refused';
  readonly text: string;
}

/** How many comments have something that was not sent; 0 while the dev server answers, because then it is sent at once. */
export function countWaiting({ connection, storeProblem, unsent }: OverlayState): number {
  return connection === 'online' && storeProblem === null ? 0 : unsent.size;
}

/** Describes whether an agent receives comments. */
export function describeAgents(state: OverlayState): AgentLine {
  const { connection, storeProblem, agents, annotations } = state;
  const waits = countWaiting(state);
  const waiting = waits > 0 ? `${waits} waiting to be sent. ` : '';
  if (storeProblem !== null)
    return { tone: 'offline', text: `${waiting}The dev server cannot use its store` };
  switch (connection) {
    case 'connecting':
      return { tone: 'connecting', text: 'Connecting to the dev server' };
    case 'offline':
      return {
        tone: 'offline',
        text: `${waiting}Offline: what you write is kept and sent when the dev server is back`,
      };
    case 'refused':
      return { tone: 'refused', text: `${waiting}This page and the dev server have different versions` };
    case 'ended':
      return { tone: 'refused', text: 'Your access to this project has ended' };
    case 'online':
      break;
  }
  const listening = namesOf(agents.filter((agent) => agent.waiting));
  if (listening !== '') return { tone: 'listening', text: `${listening} listening` };
  if (agents.length === 0) return { tone: 'no-agent', text: 'No agent is listening: your comments wait' };
  // A connected agent works on an annotation only while it holds one.
  const holders = new Set<string>();
  for (const one of annotations.values()) if (one.status === 'acknowledged') holders.add(one.claim.agentId);
  const working = namesOf(agents.filter(({ agentId }) => holders.has(agentId)));
  const names = working || namesOf(agents);
  const sees = names.endsWith(' are')
    ? 'they will see your comments when they look'
    : 'it will see your comments when it looks';
  return working === ''
    ? { tone: 'idle', text: `${names} connected: ${sees}` }
    : { tone: 'working', text: `${names} working: ${sees} next` };
}

/** `a is`, `a and b are`, `a, b and c are`; each name once. */
function namesOf(agents: readonly { readonly agentName: string }[]): string {
  const names = [...new Set(agents.map(({ agentName }) => agentName))];
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? `${last} is` : `${names.join(', ')} and ${last} are`;
}

function isOnPage(annotation: Annotation, key: string, here: string): boolean {
  if (annotation.kind === 'markdown') return false;
  return key === '' || pageKey(addressOf(annotation), here) === key;
}

function group(annotations: Annotation[]): AnnotationGroups {
  annotations.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  const isDraft = ({ status }: Annotation) => status === 'draft';
  return {
    drafts: annotations.filter(isDraft),
    open: annotations.filter((one) => !isDraft(one) && !isSettled(one)),
    closed: annotations.filter(isClosed),
  };
}

/** The annotations of this page that have a badge: all but the settled ones. What is known in brief cannot be placed. */
export function selectBadged(state: OverlayState): readonly Annotation[] {
  const { drafts, open } = groupAnnotations(state, 'page');
  return [...drafts, ...open].filter(({ id }) => !state.rest?.briefs.has(id));
}

/** Whether the person is selecting the new target of an annotation on text. */
export function isRelinkingText({ mode, annotations, review }: OverlayState): boolean {
  return review && mode.name === 'relink' && annotations.get(mode.id)?.kind === 'text';
}
