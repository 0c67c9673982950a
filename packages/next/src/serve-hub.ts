/** Serves the hub on Next's own HTTP server, where the guard sees who really asks. Behind a rewrite it would see Next only. */
import { join } from 'node:path';

import type { AttachableServer } from '@annotate-mcp/hub';
import type { DeferredHub } from '@annotate-mcp/hub/integration';
import { announcement, deferDevHub, type Edge, type Project } from '@annotate-mcp/unplugin';

import { hasListeningServer, onHttpServer } from './http-servers.ts';
import { announce, printError } from './messages.ts';
import { allowedHostsOf, basePathOf } from './next-config.ts';
import type { AnnotateOptions } from './options.ts';

export interface ServeHubDeps {
  readonly project: Project;
  readonly edge: Edge;
}

/** Next reads its config several times in one process. */
let isServing = false;

/**
 * Next reads its config in several processes, of which one listens: `next dev` before it reads the config, a custom server
 * later. The hub opens there only, after the first page has had its time.
 */
export function serveHub(config: object, options: AnnotateOptions, { project, edge }: ServeHubDeps): void {
  if (isServing) return;
  isServing = true;
  const base = basePathOf(config) || '/';
  const server = {
    root: process.cwd(),
    base,
    // Next serves its static files before any middleware of an app.
    served: [{ folders: [join(process.cwd(), 'public')], base }],
    allowedHosts: allowedHostsOf(config),
    logError: printError,
    edge,
  };
  // Loaders run in other processes, so which component is in which file is not known here.
  const hub = deferDevHub(project, server, options, () => ({}));
  const start = edge.guard('all', startOnce(hub, options, edge), () => undefined);
  attachToServers(hub, start, edge);
  if (hasListeningServer()) start();
}

/** Says in the terminal how to start annotating, and opens the hub soon. */
function startOnce(hub: DeferredHub, options: AnnotateOptions, edge: Edge): () => void {
  let isStarted = false;
  return () => {
    if (isStarted) return;
    isStarted = true;
    edge.run(
      'hints',
      () => announce(announcement(options, null)),
      () => undefined,
    );
    hub.openSoon();
  };
}

function attachToServers(hub: DeferredHub, onServer: () => void, edge: Edge): void {
  const attached = new Set<object>();
  const attachTo = (server: AttachableServer): void => {
    hub.attach(server);
    attached.add(server);
    const detach = (): void => {
      attached.delete(server);
      // Nothing is left that an error could be about.
      if (attached.size === 0) void Promise.allSettled([hub.close()]);
    };
    server.once(
      'close',
      edge.guard('all', detach, () => undefined),
    );
    onServer();
  };
  onHttpServer(attachTo, edge);
}
