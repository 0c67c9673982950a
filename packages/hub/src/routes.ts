/** All routes of a hub. Each has the policy `page`. */
import type { IncomingMessage } from 'node:http';

import type { Manifest } from '@annotate-mcp/core';
import {
  createRouter,
  type GuardOptions,
  type Handler,
  HttpError,
  isSameToken,
  type Route,
  type Router,
  type RouterOptions,
  tokenCookie,
  type UpgradeHandler,
} from '@annotate-mcp/http';

import { serveApi } from './api/api.ts';
import type { ApiDeps } from './api/endpoint.ts';
import { attachmentsOf } from './attachments.ts';
import { requireGet, sendWithETag } from './get-requests.ts';
import { hubPath, inlineReviewApiPath, pathPrefixesOf, scriptPath, withAnyBase } from './hub-paths.ts';
import type { KitIndex } from './kits/kit-index.ts';
import { basePathOf, projectIdOf, type StoreHubOptions, withSlashes } from './options.ts';
import {
  installedOverlayFolder,
  type OverlaySource,
  type ScriptConfig,
  serveOverlayFiles,
  serveOverlayScript,
} from './overlay-files.ts';

export interface HubRouterDeps extends Omit<ApiDeps, 'store' | 'projectRoot' | 'attachments'> {
  readonly upgrade: UpgradeHandler;
  readonly kits: KitIndex;
}

export function createHubRouter(options: StoreHubOptions, deps: HubRouterDeps): Router {
  const { store, projectRoot, base = '/', guard = {} } = options;
  const { upgrade, kits, ...apiDeps } = deps;
  const overlay: OverlaySource = {
    folder: () => options.overlayFolder ?? installedOverlayFolder(),
    isKept: options.keepsOverlay === true,
  };
  const attachments = attachmentsOf(store, projectRoot);
  const api = serveApi({ ...apiDeps, store, projectRoot, attachments });
  const handlers: Record<string, Handler> = {
    [scriptPath]: serveOverlayScript(scriptConfigOf(options, deps.appId), overlay),
    [`${hubPath}/page`]: serveOverlayFiles(overlay),
    [`${hubPath}/manifest`]: serveManifest(options.manifest ?? (() => ({})), kits),
    [`${hubPath}/api`]: api,
    [inlineReviewApiPath]: api,
    [hubPath]: serveAccessLink(guard, `${basePathOf(base)}/`),
  };
  const routes = pathPrefixesOf(base).flatMap((prefix): Route[] => [
    { path: prefix + hubPath, policy: 'page', upgrade },
    ...Object.entries(handlers).map(([path, handle]): Route => ({
      prefix: `${prefix}${path}`,
      policy: 'page',
      handle: withTokenCookie(guard, handle),
    })),
  ]);
  const router = createRouter(routerOptions(routes, guard, deps.onError));
  return options.anyBase === true ? withAnyBase(router) : router;
}

function scriptConfigOf(options: StoreHubOptions, appId: string): ScriptConfig {
  const { projectRoot, appRoot = projectRoot, sourceRoot, base = '/', overlay = {} } = options;
  return {
    ...overlay,
    appId,
    projectId: options.projectId ?? projectIdOf(projectRoot, appId),
    projectRoot: withSlashes(projectRoot),
    appRoot: withSlashes(appRoot),
    ...(sourceRoot !== undefined && { sourceRoot: withSlashes(sourceRoot) }),
    base,
  };
}

/** The guard's options are read again for each request, because they may be getters of the caller. */
function routerOptions(
  routes: Route[],
  guard: GuardOptions,
  onError: StoreHubOptions['onError'],
): RouterOptions {
  return {
    routes,
    onError,
    get allowedHosts() {
      return guard.allowedHosts;
    },
    get allowedOrigins() {
      return guard.allowedOrigins;
    },
    get network() {
      return guard.network;
    },
    get token() {
      return guard.token;
    },
    get trustForwarded() {
      return guard.trustForwarded;
    },
  };
}

/** What the dev server knows of components, and what the project's files tell about their users. */
function serveManifest(manifest: () => Manifest | Promise<Manifest>, kits: KitIndex): Handler {
  return async (request, response) => {
    requireGet(request);
    const bytes = Buffer.from(JSON.stringify({ ...kits.entries(), ...(await manifest()) }));
    sendWithETag(request, response, bytes, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}

/**
 * `GET /__annotate?apiKey=…` stores the token in a cookie and redirects to the app, because script tags cannot send a
 * header with it.
 */
function serveAccessLink(guard: GuardOptions, appPath: string): Handler {
  return (request, response, { below, path }) => {
    if (below !== '' && below !== '/') {
      throw new HttpError(404, 'route/unknown', `There is nothing at ${JSON.stringify(path)}.`, {
        hint: 'Check the address for a typing error.',
      });
    }
    const cookie = cookieFor(request, guard);
    if (cookie === null) {
      throw new HttpError(426, 'route/web-socket-only', `${JSON.stringify(path)} accepts only WebSockets.`, {
        hint: 'Connect with a WebSocket client.',
      });
    }
    response.writeHead(303, { Location: appPath, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).end();
  };
}

/** Sets the cookie in the answer to every request that has the token in its address. */
function withTokenCookie(guard: GuardOptions, handle: Handler): Handler {
  return (request, response, context) => {
    const cookie = cookieFor(request, guard);
    if (cookie !== null) response.setHeader('Set-Cookie', cookie);
    return handle(request, response, context);
  };
}

// The guard checks the token only where one is required, so it is compared here before it goes into a cookie.
function cookieFor(request: IncomingMessage, { token }: GuardOptions): string | null {
  const given = new URLSearchParams(/\?([^#]*)/.exec(request.url ?? '')?.[1]).get('apiKey');
  if (given === null || token === undefined || token === '' || !isSameToken(given, token)) return null;
  return tokenCookie(given, { secure: 'encrypted' in request.socket && request.socket.encrypted === true });
}
