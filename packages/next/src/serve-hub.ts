/** Serves the hub on Next's own HTTP server, where the guard sees who really asks. Behind a rewrite it would see Next only. */
import type { ProjectHub } from '@annotate-mcp/hub';
import { announcement, describeOff, openDevHub, type Project } from '@annotate-mcp/unplugin';

import { hasListeningServer, onHttpServer } from './http-servers.ts';
import { announce, printError } from './messages.ts';
import { allowedHostsOf, basePathOf } from './next-config.ts';
import type { AnnotateOptions } from './options.ts';

/** Next reads its config several times in one process. */
let serving: Promise<void> | undefined;

/**
 * Next reads its config in several processes, of which one listens. `next dev` listens before it reads the config, and
 * serves no page before this resolves; a custom server listens later. Rejects when the store cannot be opened in a
 * process that listens.
 */
export async function serveHub(config: object, options: AnnotateOptions, project: Project): Promise<void> {
  await (serving ??= serve(async () => openHub(config, options, project)));
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
        // Nothing is left that an error could be about.
        if (attached.size === 0) void Promise.allSettled([close()]);
      });
    };
    openOnce().then(attach, (error: unknown) => printError(describeOff(error)));
  });
  if (hasListeningServer()) await openOnce();
}

async function openHub(config: object, options: AnnotateOptions, project: Project): Promise<ProjectHub> {
  const server = {
    root: process.cwd(),
    base: basePathOf(config) || '/',
    allowedHosts: allowedHostsOf(config),
    logError: printError,
  };
  // Loaders run in other processes, so which component is in which file is not known here.
  const projectHub = await openDevHub(project, server, options, () => ({}));
  announce(announcement(options, null));
  return projectHub;
}
