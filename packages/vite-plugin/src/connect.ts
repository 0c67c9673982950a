import type { Connect, ViteDevServer } from 'vite';

import type { Manifest } from '@annotate-mcp/core';
import type { DeferredHub } from '@annotate-mcp/hub/integration';
import {
  type AnnotateOptions,
  deferDevHub,
  type Edge,
  hideOurCookies,
  type Project,
} from '@annotate-mcp/unplugin';

import { allowedHostsOf } from './allowed-hosts.ts';
import { closeWithServer } from './close-with-server.ts';

/** Attaches a hub for the pages of this server, which opens when it is needed and is closed with the server. */
export function connectHub(
  server: ViteDevServer,
  project: Project,
  options: AnnotateOptions,
  { manifest, edge }: { readonly manifest: () => Manifest; readonly edge: Edge },
): DeferredHub {
  const { root, base, logger } = server.config;
  const facts = {
    root,
    base,
    allowedHosts: allowedHostsOf(server.config),
    logError: (message: string) => logger.error(message),
    edge,
  };
  const hub = deferDevHub(project, facts, options, manifest);
  attach(server, hub, edge);
  closeWithServer(server, hub.close);
  return hub;
}

function attach(server: ViteDevServer, hub: DeferredHub, edge: Edge): void {
  const { middlewareMode } = server.config.server;
  const parentServer = typeof middlewareMode === 'object' ? middlewareMode.server : undefined;
  const httpServer = server.httpServer ?? parentServer;
  if (httpServer === undefined) {
    // In middleware mode without a known server, the hub finds the server with the first request.
    server.middlewares.use(hub.middleware);
    server.middlewares.use(edge.guardMiddleware('all', hideCookies));
    // Nuxt has a server of its own for the modules that render pages. No page asks it for anything.
    if (server.config.build.ssr === false) hub.openSoon();
    return;
  }
  hub.attach(httpServer);
  if (httpServer.listening) hub.openSoon();
  else httpServer.once('listening', hub.openSoon);
}

/** As on a server that the hub is attached to. What is for the hub of another app on this server keeps them. */
const hideCookies: Connect.NextHandleFunction = (request, _response, next) => {
  if (request.originalUrl?.includes('/__annotate') !== true) hideOurCookies(request);
  next();
};
