import { realpathSync } from 'node:fs';

import type { ViteDevServer } from 'vite';

import type { Manifest } from '@annotate-mcp/core';
import { closeOnSignals, createHub, openStore, type Hub, type HubOptions } from '@annotate-mcp/hub';
import { networkToken, overlaySettings } from '@annotate-mcp/hub/integration';

import { allowedHostsOf } from './allowed-hosts.ts';
import { closeWithServer } from './close-with-server.ts';
import type { AnnotateOptions } from './options.ts';
import type { Project } from './project.ts';

/** Opens the project's store and serves it to pages of this server, for as long as the server lives. */
export async function connectHub(
  server: ViteDevServer,
  project: Project,
  options: AnnotateOptions,
  manifest: () => Manifest,
): Promise<Hub> {
  const settings = hubOptions(server, project, options);
  const store = await openStore(options.store, { root: project.root });
  const opening = createHub({ ...settings, store, manifest });
  const hub = await opening.catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  attach(server, hub);
  const ignoreSignals = closeOnSignals(hub);
  closeWithServer(server, async () => {
    ignoreSignals();
    await hub.close();
    await store.close();
  });
  return hub;
}

function hubOptions(
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
  const around = typeof middlewareMode === 'object' ? middlewareMode.server : undefined;
  const httpServer = server.httpServer ?? around;
  if (httpServer !== undefined) hub.attach(httpServer);
  // Somebody else's server, which is met with the first request.
  else server.middlewares.use(hub.middleware);
}
