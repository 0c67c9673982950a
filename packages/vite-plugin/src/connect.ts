import { realpathSync } from 'node:fs';

import type { ViteDevServer } from 'vite';

import type { Manifest } from '@annotate-mcp/core';
import type { Hub, HubOptions } from '@annotate-mcp/hub';
import { networkToken, overlaySettings } from '@annotate-mcp/hub/integration';
import type { AnnotateOptions, Project } from '@annotate-mcp/unplugin';

import { allowedHostsOf } from './allowed-hosts.ts';
import { closeWithServer } from './close-with-server.ts';

/** Opens the project's store and a hub for the pages of this server. Both are closed with the server. */
export async function connectHub(
  server: ViteDevServer,
  project: Project,
  options: AnnotateOptions,
  manifest: () => Manifest,
): Promise<Hub> {
  const settings = hubSettings(server, project, options);
  // Not at the top: a build does not need it, and an older Node may not be able to load it.
  const { openProjectHub } = await import('@annotate-mcp/hub');
  const { hub, close } = await openProjectHub(options.store, { ...settings, manifest });
  attach(server, hub);
  closeWithServer(server, close);
  return hub;
}

function hubSettings(
  { config }: ViteDevServer,
  project: Project,
  options: AnnotateOptions,
): Omit<HubOptions, 'store' | 'manifest'> {
  const { network, allowedOrigins } = options;
  return {
    projectRoot: project.root,
    appRoot: realpathSync(config.root),
    base: config.base,
    overlay: overlaySettings(options),
    guard: { allowedHosts: allowedHostsOf(config), network, token: networkToken(options), allowedOrigins },
    onError: (error) =>
      config.logger.error(`annotate: ${error instanceof Error ? error.message : String(error)}`),
  };
}

function attach(server: ViteDevServer, hub: Hub): void {
  const { middlewareMode } = server.config.server;
  const parentServer = typeof middlewareMode === 'object' ? middlewareMode.server : undefined;
  const httpServer = server.httpServer ?? parentServer;
  if (httpServer !== undefined) hub.attach(httpServer);
  // In middleware mode without a known server, the hub finds the server with the first request.
  else server.middlewares.use(hub.middleware);
}
