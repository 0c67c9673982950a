/** What annotate does with Vite's dev server: attaches a hub to it, announces it, and closes it before the server closes. */
import { styleText } from 'node:util';

import type { Connect, ResolvedConfig, ViteDevServer } from 'vite';

import type { Manifest } from '@annotate-mcp/core';
import type { DeferredHub } from '@annotate-mcp/hub/integration';
import {
  announcement,
  type AnnotateOptions,
  deferDevHub,
  type Edge,
  hideOurCookies,
  type Project,
} from '@annotate-mcp/unplugin';

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

/**
 * The host names that Vite allows, so that a tunnel has to be listed only once. Vite has already added the hosts of
 * `server.host`, `server.origin` and `server.hmr`. The guard itself decides about localhost and IP addresses; it is
 * stricter with other machines than Vite.
 */
function allowedHostsOf({ server }: { server: AllowedHosts }): readonly string[] | true {
  const { allowedHosts = [] } = server;
  return allowedHosts === true ? true : [...allowedHosts];
}

// Versions of Vite before 5.4.12 and 6.0.9 do not have this setting.
type AllowedHosts = Partial<Pick<ResolvedConfig['server'], 'allowedHosts'>>;

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

/**
 * Runs `close` once, before the server closes: Vite ends every connection at once, so pages have to be told before
 * that the server closes.
 */
function closeWithServer(server: ViteDevServer, close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());

  const closeServer = server.close.bind(server);
  server.close = async () => {
    await waitIgnoringErrors(closeOnce());
    await closeServer();
  };
  // Since Vite 8 a restart does not call `close`.
  const internal: { _closeServer?: (reason: string) => Promise<void> } = server as object;
  const closeInternally = internal._closeServer;
  if (typeof closeInternally === 'function') {
    internal._closeServer = async (reason) => {
      await waitIgnoringErrors(closeOnce());
      await closeInternally(reason);
    };
  }
  // For later versions of Vite that close the server in another way.
  server.httpServer?.once('close', () => void waitIgnoringErrors(closeOnce()));
}

// The server has to close even when the hub cannot be closed.
async function waitIgnoringErrors(closing: Promise<void>): Promise<void> {
  await Promise.allSettled([closing]);
}

/** Nuxt has one server for the browser and one for its own rendering, with the same plugins in both. */
const announced = new WeakSet<AnnotateOptions>();

/** Prints the announcement below Vite's URLs, in the same style; at once in middleware mode, where Vite prints none. */
export function announceWithUrls(server: ViteDevServer, options: AnnotateOptions, edge: Edge): void {
  const { logger, server: settings } = server.config;
  const print = () => {
    for (const text of announcement(options, server.resolvedUrls?.network ?? null)) {
      logger.info(
        `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`,
      );
    }
  };
  const announce = edge.guard('hints', print, () => undefined);
  if (settings.middlewareMode) {
    if (!announced.has(options)) announce();
    announced.add(options);
    return;
  }
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    announce();
  };
}
