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
  /** The module as it came. */
  readonly code: string;
  readonly load: () => Loaded | Promise<Loaded>;
  /** The module for the case that `load` fails or does not end. */
  readonly keep: () => Loaded;
}

/** Gives the bundler the module that was loaded or kept. */
export function loadOrKeep(context: LoaderContext<LoaderOptions>, task: LoaderTask): void {
  const done = context.async();
  runOnEdge(context, task)
    .catch((error: unknown) => {
      // Our own packages cannot be loaded.
      if (!isMissingSaid) printMissing(error);
      isMissingSaid = true;
      return keepModule(task);
    })
    .then(({ code, map }) => done(null, code, map), done);
}

function keepModule({ code, keep }: LoaderTask): Loaded {
  try {
    return keep();
  } catch {
    // What removes its types can fail as well, and the line about `load` says why.
    return { code };
  }
}

interface LoaderOptions {
  /** The project root. */
  readonly root: string;
}

let isMissingSaid = false;

async function runOnEdge(context: LoaderContext<LoaderOptions>, task: LoaderTask): Promise<Loaded> {
  const { createEdge } = await import('@annotate-mcp/unplugin');
  const { root } = context.getOptions();
  const edge = (edges[root] ??= createEdge({ logError: printError, root: () => root }));
  return edge.run<Loaded | Promise<Loaded>>(task.part, task.load, () => keepModule(task));
}

const edges: Record<string, ReturnType<typeof import('@annotate-mcp/unplugin').createEdge>> = {};
