/** Where everything of a hub is, all of it for the annotated page. */
import {
  createRouter,
  type GuardOptions,
  type Handler,
  type Route,
  type Router,
  type RouterOptions,
  type UpgradeHandler,
} from '@annotate-mcp/http';

import { serveApi } from './api/api.ts';
import { Attachments } from './attachments.ts';
import { rememberingToken, serveEntrance } from './entrance.ts';
import { serveManifest } from './manifest-route.ts';
import { basePathOf, type HubOptions, withSlashes } from './options.ts';
import { installedOverlay, serveOverlayFiles } from './overlay-files.ts';
import { type ScriptConfig, serveOverlayScript } from './overlay-script.ts';
import { projectIdOf } from './project-id.ts';

export const scriptPath = '/__annotate/overlay.js';

export interface RouterParts {
  readonly appId: string;
  readonly now: () => Date;
  readonly upgrade: UpgradeHandler;
}

export function createHubRouter(options: HubOptions, parts: RouterParts): Router {
  const { store, projectRoot, base = '/', guard = {}, onError } = options;
  const { appId, now, upgrade } = parts;
  const folder = () => options.overlayFolder ?? installedOverlay();
  const attachments = new Attachments(projectRoot);
  const api = serveApi({ store, appId, attachments, now, onError });
  const basePath = basePathOf(base);
  const places: Record<string, Handler> = {
    [scriptPath]: serveOverlayScript(configOf(options, appId), folder),
    '/__annotate/page': serveOverlayFiles(folder),
    '/__annotate/manifest': serveManifest(options.manifest ?? (() => ({}))),
    '/__annotate/api': api,
    '/__inline-review/api': api,
    '/__annotate': serveEntrance(guard, `${basePath}/`),
  };
  // A server that we are attached to says the whole path; a middleware below the base says the rest.
  const routes = [...new Set(['', basePath])].flatMap((before): Route[] => [
    { path: `${before}/__annotate`, policy: 'page', upgrade },
    ...Object.entries(places).map(([place, handle]): Route => ({
      prefix: `${before}${place}`,
      policy: 'page',
      handle: rememberingToken(guard, handle),
    })),
  ]);
  const router = createRouter(guarded(routes, guard, onError));
  return options.anyBase === true ? belowAnyPath(router) : router;
}

function belowAnyPath(router: Router): Router {
  return {
    ...router,
    find: (kind, targets) => router.find(kind, targets) ?? router.find(kind, targets.map(fromOurFolder)),
  };
}

function fromOurFolder(target: string): string {
  return target.replace(/^[^?#]*?(?=\/__annotate(?:[/?#]|$))/, '');
}

function configOf(options: HubOptions, appId: string): ScriptConfig {
  const { projectRoot, appRoot = projectRoot, sourceRoot, base = '/', overlay = {} } = options;
  return {
    ...overlay,
    appId,
    projectId: projectIdOf(projectRoot, appId),
    projectRoot: withSlashes(projectRoot),
    appRoot: withSlashes(appRoot),
    ...(sourceRoot !== undefined && { sourceRoot: withSlashes(sourceRoot) }),
    base,
  };
}

/** Read anew for each request, because the caller's options may be getters. */
function guarded(routes: Route[], guard: GuardOptions, onError: HubOptions['onError']): RouterOptions {
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
