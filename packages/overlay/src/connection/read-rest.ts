/** Asks the hub for what it has not sent yet. Loaded when the person looks at the list of all pages. */
import { mostReadWhole, type RestList } from '@annotate-mcp/core';

import type { OverlayStateContainer } from '../state/container.ts';
import { isPartial } from '../state/select-listed.ts';
import type { OverlayState } from '../state/state.ts';

import type { Connection } from './connection.ts';

interface RestDeps {
  readonly container: OverlayStateContainer;
  readonly connection: Pick<Connection, 'ask'>;
}

export interface RestReader {
  /** The next portion of a list of all pages. `false` when the hub does not answer. */
  readonly more: (list: RestList) => Promise<boolean>;
  /** Resolves with the state when it has the annotations of all pages, in brief, as far as the hub answers. */
  readonly all: () => Promise<OverlayState>;
  /** Resolves with the state when it has these as a whole, as far as the hub answers. */
  readonly whole: (ids: readonly string[]) => Promise<OverlayState>;
}

export function createRestReader(deps: RestDeps): RestReader {
  const { get } = deps.container;
  return {
    more: (list) => readMore(deps, list),
    all: async () => {
      await readAll(deps);
      return get();
    },
    whole: async (ids) => {
      await readWhole(deps, ids);
      return get();
    },
  };
}

const reading = new WeakMap<OverlayStateContainer, Promise<boolean>>();

/** What is read already is waited for, and counts if it is the portion that was asked for. */
async function readMore(deps: RestDeps, list: RestList): Promise<boolean> {
  const { container } = deps;
  const running = reading.get(container);
  if (running !== undefined) {
    const asked = nextOf(deps, list);
    await running;
    // The portion may have come already, while the hub has still to say that it is done.
    return nextOf(deps, list) === asked ? readMore(deps, list) : true;
  }
  const portion = readNext(deps, list).finally(() => reading.delete(container));
  reading.set(container, portion);
  return portion;
}

async function readAll(deps: RestDeps): Promise<void> {
  for (const list of ['open', 'closed'] as const) {
    let next = nextOf(deps, list);
    // The first time it may have been the other list that was waited for.
    for (let stops = 0; next !== null && stops < 2;) {
      await readMore(deps, list);
      const after = nextOf(deps, list);
      if (after === next) stops++;
      next = after;
    }
  }
}

async function readWhole(deps: RestDeps, ids: readonly string[]): Promise<void> {
  const { container, connection } = deps;
  const missing = ids.filter((id) => isPartial(container.get(), id));
  for (let at = 0; at < missing.length; at += mostReadWhole) {
    const portion = missing.slice(at, at + mostReadWhole);
    if (!(await connection.ask({ type: 'annotations:whole', ids: portion }))) return;
  }
}

async function readNext(deps: RestDeps, list: RestList): Promise<boolean> {
  const next = nextOf(deps, list);
  return next !== null && deps.connection.ask({ type: 'annotations:next', list, next });
}

function nextOf({ container }: RestDeps, list: RestList): string | null {
  return container.get().rest?.next[list] ?? null;
}
