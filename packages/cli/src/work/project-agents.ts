/** The agents of a project, for the view of a document: which wait, what they ask, and how one is started. */
import { AnnotateError, SerialQueue } from '@annotate-mcp/core';
import type { AgentsNow, ProjectAgents } from '@annotate-mcp/mcp-server/markdown';
import type { Store, Subscription } from '@annotate-mcp/store';

import { locateStore, openExisting, openStoreAt } from '../project-store.ts';
import { programCommand } from '../this-program.ts';

/** For a process that has the store open. */
export function projectAgentsIn(store: Store, root: string): ProjectAgents {
  return {
    subscribe: (listener) => followAgents(store, listener),
    start: () => startAgentsFor(root, store.url),
  };
}

interface LaterAgents extends ProjectAgents {
  /** The person wanted an agent, which has not ended yet, and ends with this process. */
  readonly isStarted: () => boolean;
  close: () => Promise<void>;
}

/** For a process without a store, which creates none until the person wants an agent. `close` is to be called at its end. */
export function createProjectAgents(
  root: string,
  named: string | undefined,
  onError: (error: unknown) => void,
): LaterAgents {
  const location = locateStore({ root, ...(named !== undefined && { store: named }) });
  const listeners = new Map<(now: AgentsNow) => void, Subscription | null>();
  let store: Store | null = null;
  let isClosed = false;
  let isStarted = false;
  // One after the other: the store would be opened twice where the person starts an agent while it is being opened.
  const opening = new SerialQueue();
  const follow = (open: () => Promise<Store | null>) =>
    opening.run(async () => {
      if (isClosed) return;
      store ??= await open();
      if (store === null) return;
      for (const [listener, following] of listeners)
        if (following === null) listeners.set(listener, followAgents(store, listener));
    });
  return {
    subscribe: (listener) => {
      listener({ agents: [], questions: [] });
      listeners.set(listener, null);
      follow(() => openExisting(location)).catch(onError);
      return {
        close: () => {
          listeners.get(listener)?.close();
          listeners.delete(listener);
        },
      };
    },
    isStarted: () => isStarted,
    start: async () => {
      isStarted = true;
      try {
        await follow(() => openStoreAt(location));
        await startAgentsFor(root, location.url);
      } finally {
        isStarted = false;
      }
    },
    close: async () => {
      isClosed = true;
      await opening.run(async () => store?.close());
    },
  };
}

function followAgents({ agents, questions }: Store, listener: (now: AgentsNow) => void): Subscription {
  let now: AgentsNow = { agents: [], questions: [] };
  const tell = (change: Partial<AgentsNow>) => listener((now = { ...now, ...change }));
  // A store that is away tells of no agents.
  const error = () => tell({ agents: [], questions: [] });
  const subscriptions = [
    agents.subscribe({ agents: (present) => tell({ agents: present }), error }),
    questions.subscribe({ records: (asked) => tell({ questions: asked }), error }),
  ];
  return {
    close: () => {
      for (const subscription of subscriptions) subscription.close();
    },
  };
}

/** Loaded when the person wants an agent: servers that agents start have to start fast. */
async function startAgentsFor(root: string, url: string): Promise<void> {
  const { workStarterOf } = await import('@annotate-mcp/hub');
  const start = workStarterOf(programCommand(), root, url);
  if (start === undefined) throw storeInMemoryError();
  await start();
}

function storeInMemoryError(): AnnotateError {
  return new AnnotateError(
    'work/failed',
    'The store is in the memory of this process, where no agent sees it.',
    {
      hint: 'Leave --store memory: out, or name a store with a file.',
    },
  );
}
