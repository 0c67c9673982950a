/** All routes of a hub. Each has the policy `page`. */
import {
  createRouter,
  type GuardOptions,
  type Handler,
  type Route,
  type Router,
  type RouterOptions,
  type UpgradeHandler,
} from '@annotate-mcp/http';

import { serveAccessLink, withTokenCookie } from './access-link.ts';
import { serveApi } from './api/api.ts';
import type { ApiDeps } from './api/endpoint.ts';
import { attachmentsOf } from './attachments.ts';
import { hubPath, inlineReviewApiPath, pathPrefixesOf, scriptPath, withAnyBase } from './hub-paths.ts';
import type { KitIndex } from './kits/kit-index.ts';
import { serveManifest } from './manifest-route.ts';
import { basePathOf, type StoreHubOptions, withSlashes } from './options.ts';
import { installedOverlayFolder, type OverlaySource, serveOverlayFiles } from './overlay-files.ts';
import { type ScriptConfig, serveOverlayScript } from './overlay-script.ts';
import { projectIdOf } from './project-id.ts';

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
