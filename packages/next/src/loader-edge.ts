/** The edge of our loaders, which bundlers run in other processes than the dev server, with options that are JSON. */
import type { OffPart } from '@annotate-mcp/unplugin';

import type { LoaderContext } from './loader-context.ts';
import { printError, printMissing } from './messages.ts';

export interface Loaded {
  readonly code: string;
  readonly map?: object | null;
}

interface LoaderTask {
  readonly part: OffPart;
  /** The project root. */
  readonly root: string;
  readonly load: () => Promise<Loaded>;
  /** The module for the case that `load` fails or does not end. */
  readonly keep: () => Loaded;
}

/** Gives the bundler the module that was loaded or kept. */
export function loadOrKeep(done: ReturnType<LoaderContext<object>['async']>, task: LoaderTask): void {
  runOnEdge(task)
    .catch((error: unknown) => {
      // Our own packages cannot be loaded.
      if (!isMissingSaid) printMissing(error);
      isMissingSaid = true;
      return task.keep();
    })
    .then(({ code, map }) => done(null, code, map), done);
}

let isMissingSaid = false;

async function runOnEdge({ part, root, load, keep }: LoaderTask): Promise<Loaded> {
  const { createEdge } = await import('@annotate-mcp/unplugin');
  const edge = (edges[root] ??= createEdge({ logError: printError, root: () => root }));
  return edge.run(part, load, keep);
}

const edges: Record<string, ReturnType<typeof import('@annotate-mcp/unplugin').createEdge>> = {};
