/** Serves the hub on Next's own HTTP server, where the guard sees who really asks. Behind a rewrite it would see Next only. */
import type { HubOptions, ProjectHub } from '@annotate-mcp/hub';
import { networkToken, overlaySettings } from '@annotate-mcp/hub/integration';

import { hasListeningServer, onHttpServer } from './http-servers.ts';
import { announce, describeError, printError } from './messages.ts';
import { allowedHostsOf, basePathOf } from './next-config.ts';
import type { AnnotateOptions } from './options.ts';

export interface Folders {
  /** The folder that contains `.annotate/`. */
  readonly projectRoot: string;
  readonly appRoot: string;
}

/** Next reads its config several times in one process. */
let serving: Promise<void> | undefined;

/**
 * Next reads its config in several processes, of which one listens. `next dev` listens before it reads the config; a
 * custom server listens later. Rejects when the store cannot be opened in a process that listens.
 */
export async function serveHub(config: object, options: AnnotateOptions, folders: Folders): Promise<void> {
  await (serving ??= serve(() => openHub(config, options, folders)));
}

async function serve(open: () => Promise<ProjectHub>): Promise<void> {
  let opening: Promise<ProjectHub> | undefined;
  const openOnce = () => (opening ??= open());
  const attached = new Set<object>();
  onHttpServer((server) => {
    const attach = ({ hub, close }: ProjectHub): void => {
      hub.attach(server);
      attached.add(server);
      server.once('close', () => {
        attached.delete(server);
        if (attached.size === 0) close().catch(reportError);
      });
    };
    openOnce().then(attach, reportError);
  });
  if (hasListeningServer()) await openOnce();
}

async function openHub(config: object, options: AnnotateOptions, folders: Folders): Promise<ProjectHub> {
  // Not at the top: a build does not need it, and an older Node may not be able to load it.
  const { openProjectHub } = await import('@annotate-mcp/hub');
  const projectHub = await openProjectHub(options.store, hubSettings(config, options, folders));
  announce(options, basePathOf(config));
  return projectHub;
}

function hubSettings(config: object, options: AnnotateOptions, folders: Folders): Omit<HubOptions, 'store'> {
  const { network, allowedOrigins } = options;
  return {
    ...folders,
    base: basePathOf(config) || '/',
    overlay: overlaySettings(options),
    guard: { allowedHosts: allowedHostsOf(config), network, token: networkToken(options), allowedOrigins },
    onError: reportError,
  };
}

function reportError(error: unknown): void {
  printError(`annotate: ${describeError(error)}`);
}
