/** Creates the parts of the page and connects them: the address, the state, and the session of the open project. */
import type { MemberProject } from '@annotate-mcp/team/answers';

import { addressFor, isSameFilter, type View, viewIn } from './address.ts';
import { askProjects, sendSignOut, SignedOutError } from './server.ts';
import { ProjectSession } from './session/project-session.ts';
import { createPageStates, type OpenProject, type PageStates, signedOut, withNotice } from './state.ts';

export interface App {
  readonly states: PageStates;
  readonly session: () => ProjectSession | null;
  /** Shows something else; `replace` leaves no step in the history. */
  readonly go: (change: Partial<View>, how?: 'push' | 'replace') => void;
  /** Ends the session of this browser, in all its tabs. Never rejects: a notice says when it did not work. */
  readonly signOut: () => Promise<void>;
}

export function startApp(): App {
  const states = createPageStates(viewIn(location.search));
  let session: ProjectSession | null = null;
  let isSigningOut = false;
  const otherTabs = new BroadcastChannel('annotate-mcp sign-out');

  const close = () => {
    session?.close();
    session = null;
  };
  const onFailure = (error: unknown) => {
    if (error instanceof SignedOutError) {
      close();
      const wasSignedIn = states.get().projects !== null;
      if (states.get().signedOut === null)
        states.dispatch(signedOut(isSigningOut ? 'here' : wasSignedIn ? 'ended' : 'unknown'));
      return;
    }
    const reason = wordsOf(error);
    if (states.get().projects === null) states.dispatch((state) => ({ ...state, problem: reason }));
    else states.dispatch(withNotice(`The server did not answer: ${reason}`, 'problem'));
  };
  /** Also finds out whether the person is still signed in. */
  const readProjects = async () => {
    const { projects } = await askProjects();
    states.dispatch((state) => ({ ...state, projects, problem: null }));
  };
  // While the server is away that is known already; the socket connects again by itself.
  const onLost = () =>
    void readProjects().catch((error: unknown) => {
      if (error instanceof SignedOutError) onFailure(error);
    });
  const open = (project: MemberProject) => {
    const { filter } = states.get().view;
    states.dispatch((state) => ({ ...state, open: emptyProject(project) }));
    session = new ProjectSession({ states, project, filter, onFailure, onLost });
  };
  const follow = (before: View | null) => {
    const { view, projects } = states.get();
    const project = projects?.find(({ name }) => name === view.project);
    if (before?.project !== view.project || session === null) {
      close();
      if (project === undefined) states.dispatch((state) => ({ ...state, open: null }));
      else open(project);
    } else if (!isSameFilter(before.filter, view.filter)) session.filter(view.filter);
  };
  const show = (view: View) => {
    const before = states.get().view;
    states.dispatch((state) => ({ ...state, view }));
    if (before.project !== null && view.project === null) readProjects().catch(onFailure);
    follow(before);
  };
  const signOut = async () => {
    isSigningOut = true;
    try {
      await sendSignOut();
    } catch (error) {
      isSigningOut = false;
      states.dispatch(withNotice(`You are still signed in: ${wordsOf(error)} Try again.`, 'problem'));
      return;
    }
    otherTabs.postMessage('');
    onFailure(new SignedOutError());
  };
  // Those that show a project are told by their socket too; the list of projects has none.
  otherTabs.addEventListener('message', () => void readProjects().catch(onFailure));
  addEventListener('popstate', () => show(viewIn(location.search)));
  document.addEventListener('visibilitychange', () => {
    const { open: shown, signedOut: isOut } = states.get();
    if (!document.hidden && shown === null && isOut === null) readProjects().catch(onFailure);
    lookAtThread(states, session);
  });
  states.subscribe(() => lookAtThread(states, session));
  const go: App['go'] = (change, how = 'push') => {
    const view = { ...states.get().view, ...change };
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressFor(view));
    show(view);
  };
  readProjects()
    .then(() => {
      const { view, projects } = states.get();
      // With one project there is nothing to choose.
      if (view.project === null && projects?.length === 1)
        go({ project: projects[0]?.name ?? null }, 'replace');
      else follow(null);
    })
    .catch(onFailure);
  return { states, session: () => session, go, signOut };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Finds the open thread where the list does not have it, and says that it was seen. */
function lookAtThread(states: PageStates, session: ProjectSession | null): void {
  const { view, open } = states.get();
  if (view.thread === null || !open?.listed || document.hidden) return;
  const annotation = open.annotations.get(view.thread);
  if (annotation === undefined) {
    if (!open.missing.has(view.thread)) session?.find(view.thread);
    return;
  }
  session?.tellSeen(annotation);
  if (open.unread.has(view.thread)) session?.see(annotation);
}

function emptyProject(project: MemberProject): OpenProject {
  const { id, name } = project.me;
  return {
    project,
    connection: 'connecting',
    me: { id, name, isNamed: true, local: false, may: [] },
    present: [],
    otherSaw: 0,
    agents: [],
    annotations: new Map(),
    unsent: new Set(),
    listed: null,
    unread: new Set(),
    next: null,
    choices: null,
    texts: new Map(),
    missing: new Set(),
    selected: null,
  };
}
