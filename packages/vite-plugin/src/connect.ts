import type { ViteDevServer } from 'vite';

import type { Manifest } from '@annotate-mcp/core';
import type { Hub } from '@annotate-mcp/hub';
import { type AnnotateOptions, openDevHub, type Project } from '@annotate-mcp/unplugin';

import { allowedHostsOf } from './allowed-hosts.ts';
import { closeWithServer } from './close-with-server.ts';

/** Opens the project's store and a hub for the pages of this server. Both are closed with the server. */
export async function connectHub(
  server: ViteDevServer,
  project: Project,
  options: AnnotateOptions,
  manifest: () => Manifest,
): Promise<Hub> {
  const { root, base, logger } = server.config;
  const facts = {
    root,
    base,
    allowedHosts: allowedHostsOf(server.config),
    logError: (message: string) => logger.error(message),
  };
  const { hub, close } = await openDevHub(project, facts, options, manifest);
  attach(server, hub);
  closeWithServer(server, close);
  return hub;
}

function attach(server: ViteDevServer, hub: Hub): void {
  const { middlewareMode } = server.config.server;
  const parentServer = typeof middlewareMode === 'object' ? middlewareMode.server : undefined;
  const httpServer = server.httpServer ?? parentServer;
  if (httpServer !== undefined) hub.attach(httpServer);
  // In middleware mode without a known server, the hub finds the server with the first request.
  else server.middlewares.use(hub.middleware);
}
