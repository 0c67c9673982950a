/** What views and markers read out of the state. Pure; what is costly is worked out once for each set of annotations. */
import { type Annotation, addressOf, type Status, statuses } from '@annotate-mcp/core';

import { pageKey } from './page-key.ts';
import type { OverlayState, Panel, PanelTab } from './state.ts';

export { pageKey } from './page-key.ts';

/** Newest first, each. */
export interface Grouped {
  readonly drafts: readonly Annotation[];
  /** With an agent, or waiting for one. */
  readonly open: readonly Annotation[];
  readonly closed: readonly Annotation[];
}

export interface Counts {
  readonly open: number;
  readonly drafts: number;
  readonly byStatus: Readonly<Record<Status, number>>;
}

/** `page`: where the tab is; `all`: every page of the app. */
export function grouped(state: OverlayState, tab: PanelTab): Grouped {
  const { annotations } = state;
  const key = tab === 'page' ? pageKey(state.pageUrl) : '';
  const known = groupsOf.get(annotations) ?? new Map<string, Grouped>();
  groupsOf.set(annotations, known);
  const groups =
    known.get(key) ?? group([...annotations.values()].filter((one) => isOn(one, key, state.pageUrl)));
  known.set(key, groups);
  return groups;
}

const groupsOf = new WeakMap<ReadonlyMap<string, Annotation>, Map<string, Grouped>>();

/** What the list shows: drafts count as open, and stand first. */
export function listed(state: OverlayState, { tab, filter }: Panel): readonly Annotation[] {
  const { drafts, open, closed } = grouped(state, tab);
  if (filter === 'open') return [...drafts, ...open];
  if (filter === 'closed') return closed;
  return [...drafts, ...open, ...closed].filter(({ status }) => status === filter);
}

export function counts(state: OverlayState, tab: PanelTab): Counts {
  const { drafts, open, closed } = grouped(state, tab);
  const every = [...drafts, ...open, ...closed];
  const of = (wanted: Status) => every.filter(({ status }) => status === wanted).length;
  const byStatus = Object.fromEntries(statuses.map((status) => [status, of(status)])) as Counts['byStatus'];
  return { open: open.length, drafts: drafts.length, byStatus };
}

export interface AgentLine {
  readonly tone: 'listening' | 'working' | 'nobody' | 'connecting' | 'offline' | 'refused';
  readonly text: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** Whether somebody hears what is written here, in words. */
export function agentLine({ connection, agents }: OverlayState): AgentLine {
  switch (connection) {
    case 'connecting':
      return { tone: 'connecting', text: 'Connecting to the dev server' };
    case 'offline':
      return {
        tone: 'offline',
        text: 'Offline: what you write is kept and sent when the dev server is back',
      };
    case 'refused':
      return {
        tone: 'refused',
        text: 'This page and the dev server are of different versions',
        hint: 'Reload the page. What you wrote is kept.',
      };
    case 'online':
      break;
  }
  const waiting = namesOf(agents.filter((agent) => agent.waiting));
  if (waiting !== '') return { tone: 'listening', text: `${waiting} listening` };
  const working = namesOf(agents);
  if (working === '')
    return {
      tone: 'nobody',
      text: 'No agent is listening: your comments wait',
      hint: 'Connect your coding agent with: npx annotate-mcp init',
    };
  const sees = working.endsWith(' are')
    ? 'they will see your comments when they look'
    : 'it will see your comments when it looks';
  return { tone: 'working', text: `${working} working: ${sees} next` };
}

/** `a is`, `a and b are`, `a, b and c are`; each name once. */
function namesOf(agents: readonly { readonly agentName: string }[]): string {
  const names = [...new Set(agents.map(({ agentName }) => agentName))];
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? `${last} is` : `${names.join(', ')} and ${last} are`;
}

function isOn(annotation: Annotation, key: string, base: string): boolean {
  if (annotation.kind === 'markdown') return false;
  return key === '' || pageKey(addressOf(annotation), base) === key;
}

function group(annotations: Annotation[]): Grouped {
  annotations.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  const of = (...wanted: Status[]) => annotations.filter(({ status }) => wanted.includes(status));
  return { drafts: of('draft'), open: of('pending', 'acknowledged'), closed: of('resolved', 'dismissed') };
}

/** What has a badge on this page: all but what is over and done with, which the list still has. */
export function marked(state: OverlayState): readonly Annotation[] {
  const { drafts, open, closed } = grouped(state, 'page');
  return [...drafts, ...open, ...closed.filter((one) => !isSettled(one))];
}

/** The person has agreed with it or taken it back: it folds away, the list still has it. */
export function isSettled(annotation: Annotation): boolean {
  return (
    (annotation.status === 'resolved' && annotation.acceptedAt !== undefined) ||
    (annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined)
  );
}

/** Somebody is to select where the text of an annotation is now. */
export function relinksText({ mode, annotations, review }: OverlayState): boolean {
  return review && mode.name === 'relink' && annotations.get(mode.id)?.kind === 'text';
}
