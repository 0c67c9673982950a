/** Creates the parts of the page and connects them: the address, the state, the session of the open project, and signing out. */
import { describeError } from '@annotate-mcp/core';

import { addressFor, type View, viewIn } from './address.ts';
import { askProjects, sendSignOut, SignedOutError } from './server.ts';
import type { ProjectSession } from './session/project-session.ts';
import { ShownProject } from './shown-project.ts';
import { createPageStates, type PageStates, signedOut, withNotice } from './state.ts';

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
  const onFailure = (error: unknown) => {
    if (error instanceof SignedOutError) endSession();
    else tellFailure(states, error);
  };
  const readProjects = () => readProjectsInto(states).catch(onFailure);
  const signOut = new SignOut(states, {
    onSignedOut: () => endSession(),
    onOtherTab: () => void readProjects(),
  });
  // While the server is away that is known already; the socket connects again by itself.
  const onLost = () =>
    void readProjectsInto(states).catch((error: unknown) => {
      if (error instanceof SignedOutError) endSession();
    });
  const shown = new ShownProject({ states, onFailure, onLost });
  const endSession = () => {
    shown.close();
    const { projects, signedOut: reason } = states.get();
    const wasSignedIn = projects !== null;
    if (reason === null)
      states.dispatch(signedOut(signOut.isRunning ? 'here' : wasSignedIn ? 'ended' : 'unknown'));
  };
  const show = (view: View) => {
    const before = states.get().view;
    states.dispatch((state) => ({ ...state, view }));
    if (before.project !== null && view.project === null) void readProjects();
    shown.follow(before);
  };
  const go: App['go'] = (change, how = 'push') => {
    const view = { ...states.get().view, ...change };
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressFor(view));
    show(view);
  };
  addEventListener('popstate', () => show(viewIn(location.search)));
  document.addEventListener('visibilitychange', () => {
    const { open, signedOut: reason } = states.get();
    if (!document.hidden && open === null && reason === null) void readProjects();
    lookAtThread(states, shown.session);
  });
  states.subscribe(() => lookAtThread(states, shown.session));
  readProjectsInto(states).then(() => showFirst(states, go, shown), onFailure);
  return { states, session: () => shown.session, go, signOut: () => signOut.run() };
}

/** Also finds out whether the person is still signed in. */
async function readProjectsInto(states: PageStates): Promise<void> {
  const { projects } = await askProjects();
  states.dispatch((state) => ({ ...state, projects, problem: null }));
}

function tellFailure(states: PageStates, error: unknown): void {
  const problem = describeError(error);
  if (states.get().projects === null) states.dispatch((state) => ({ ...state, problem }));
  else states.dispatch(withNotice(`The server did not answer: ${problem}`, 'problem'));
}

/** With one project there is nothing to choose. */
function showFirst(states: PageStates, go: App['go'], shown: ShownProject): void {
  const { view, projects } = states.get();
  if (view.project === null && projects?.length === 1) go({ project: projects[0]?.name ?? null }, 'replace');
  else shown.follow(null);
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

interface SignOutEvents {
  readonly onSignedOut: () => void;
  /** Another tab of this browser has signed out. */
  readonly onOtherTab: () => void;
}

/** Ends the session of this browser, and tells its other tabs. Those that list projects have no socket that would. */
class SignOut {
  readonly #states: PageStates;
  readonly #events: SignOutEvents;
  readonly #otherTabs = new BroadcastChannel('annotate-mcp sign-out');
  #isRunning = false;

  constructor(states: PageStates, events: SignOutEvents) {
    this.#states = states;
    this.#events = events;
    this.#otherTabs.addEventListener('message', () => events.onOtherTab());
  }

  /** The person wants it: an answer that says that the session has ended is not a surprise. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Never rejects: a notice says when it did not work. */
  async run(): Promise<void> {
    this.#isRunning = true;
    try {
      await sendSignOut();
    } catch (error) {
      this.#isRunning = false;
      this.#states.dispatch(
        withNotice(`You are still signed in: ${describeError(error)} Try again.`, 'problem'),
      );
      return;
    }
    this.#otherTabs.postMessage('');
    this.#events.onSignedOut();
  }
}
