import type { MemberProject } from '@annotate-mcp/team/answers';

import { isSameFilter, type View } from './address.ts';
import { ProjectSession } from './session/project-session.ts';
import type { OpenProject, PageStates } from './state.ts';

interface ShownProjectDeps {
  readonly states: PageStates;
  readonly onFailure: (error: unknown) => void;
  /** The connection to the server was lost. */
  readonly onLost: () => void;
}

/** Keeps the session of the project that the address names. */
export class ShownProject {
  readonly #deps: ShownProjectDeps;
  #session: ProjectSession | null = null;

  constructor(deps: ShownProjectDeps) {
    this.#deps = deps;
  }

  get session(): ProjectSession | null {
    return this.#session;
  }

  /** Opens, closes or filters what the view in the state says. `before` is the view before it; `null` for the first. */
  follow(before: View | null): void {
    const { states } = this.#deps;
    const { view, projects } = states.get();
    if (before?.project === view.project && this.#session !== null) {
      if (!isSameFilter(before.filter, view.filter)) this.#session.filter(view.filter);
      return;
    }
    this.close();
    const project = projects?.find(({ name }) => name === view.project);
    if (project === undefined) states.dispatch((state) => ({ ...state, open: null }));
    else this.#open(project, view);
  }

  close(): void {
    this.#session?.close();
    this.#session = null;
  }

  #open(project: MemberProject, { filter }: View): void {
    const { states, onFailure, onLost } = this.#deps;
    states.dispatch((state) => ({ ...state, open: emptyProject(project) }));
    this.#session = new ProjectSession({ states, project, filter, onFailure, onLost });
  }
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
