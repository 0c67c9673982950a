import type { AgentPresence, Annotation, Person } from '@annotate-mcp/core';
import type { ConnectionState, Me, NoticeState } from '@annotate-mcp/overlay/threads';
import { createStateContainer, type StateContainer } from '@annotate-mcp/overlay/ui';
import type { ChoicesAnswer, MemberProject } from '@annotate-mcp/team/answers';

import { noFilter, type View } from './address.ts';

export interface PageState {
  readonly view: View;
  /** `null` until the server has said it. */
  readonly projects: readonly MemberProject[] | null;
  readonly open: OpenProject | null;
  readonly notice: NoticeState | null;
  /** Why nothing is shown. */
  readonly problem: string | null;
  /** Why the person is not signed in; `null` while they are. */
  readonly signedOut: SignedOut | null;
}

export interface SignedOut {
  /** `unknown`: the page was opened so. `here`: in this tab. `ended`: in another tab, or the access has ended. */
  readonly reason: 'unknown' | 'here' | 'ended';
  /** The browser keeps what was not sent yet. */
  readonly hasUnsent: boolean;
}

/** One project, as far as this page knows it. */
export interface OpenProject {
  readonly project: MemberProject;
  readonly connection: ConnectionState;
  readonly me: Me;
  readonly present: readonly Person[];
  /** How often another person has opened the thread that is open here. */
  readonly otherSaw: number;
  readonly agents: readonly AgentPresence[];
  readonly annotations: ReadonlyMap<string, Annotation>;
  readonly unsent: ReadonlySet<string>;
  /** In the order of the server; `null` while the first answer is awaited. */
  readonly listed: readonly string[] | null;
  readonly unread: ReadonlySet<string>;
  /** For the next portion; `null` when everything is listed. */
  readonly next: string | null;
  readonly choices: ChoicesAnswer | null;
  /** What is being written, by what it belongs to. */
  readonly texts: ReadonlyMap<string, string>;
  /** Threads that were asked for and do not exist. */
  readonly missing: ReadonlySet<string>;
  /** The item that the arrow keys are on. */
  readonly selected: string | null;
}

export type Change = (state: PageState) => PageState;
export type PageStates = StateContainer<PageState, Change>;

export function createPageStates(view: View): PageStates {
  const initial: PageState = {
    view,
    projects: null,
    open: null,
    notice: null,
    problem: null,
    signedOut: null,
  };
  return createStateContainer(initial, (state, change: Change) => change(state));
}

/** Nothing of any project, for a person who is not signed in any more. */
export function signedOut(reason: SignedOut['reason']): Change {
  return ({ view, open }) => ({
    view: { ...view, filter: noFilter },
    projects: null,
    open: null,
    notice: null,
    problem: null,
    signedOut: { reason, hasUnsent: (open?.unsent.size ?? 0) > 0 },
  });
}

/** Changes the open project, if it is still this one. */
export function inProject(name: string, change: (open: OpenProject) => OpenProject): Change {
  return (state) => (state.open?.project.name === name ? { ...state, open: change(state.open) } : state);
}

let notices = 0;

export function withNotice(text: string, tone: NoticeState['tone']): Change {
  return (state) => ({ ...state, notice: { text, tone, id: ++notices } });
}

/** Those of the person; the server sends no others. */
export function draftsIn({ annotations }: OpenProject): Annotation[] {
  return [...annotations.values()].filter(({ status }) => status === 'draft');
}
