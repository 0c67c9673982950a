/** The routes of the team server: which policy guards an address, and what answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import {
  type Caller,
  type Handler,
  HttpError,
  type Route,
  type RouteContext,
  type RouteKind,
  type RouteMatch,
  sendJson,
  type UpgradeHandler,
} from '@annotate-mcp/http';
import type { Hub } from '@annotate-mcp/hub';

import type { Metrics } from './metrics.ts';
import type { OpenProjects } from './open-projects.ts';
import type { OverviewHandlers } from './overview.ts';
import { parseAddress, type AddressName } from './team-address.ts';

export interface RoutesDeps {
  readonly projects: OpenProjects;
  readonly metrics: Metrics;
  /** Rejects when the server cannot answer requests at the moment. */
  readonly checkReady: () => Promise<void>;
  readonly join: { readonly page: Handler; readonly use: Handler };
  readonly signIn: { readonly begin: Handler; readonly finish: Handler };
  readonly signOut: Handler;
  readonly home: { readonly page: Handler; readonly file: Handler };
  readonly overview: OverviewHandlers;
}

/** What answers an address, and for whom. Which address a request names is told by `parseAddress` alone. */
type Endpoint = Pick<Route, 'policy' | 'handle' | 'upgrade'>;
export type Routes = Readonly<Record<AddressName, Endpoint>>;

export function createRoutes(deps: RoutesDeps): Routes {
  const { projects, metrics, checkReady, join, signIn, signOut, home, overview } = deps;
  const page = { handle: forHub(projects), upgrade: socketForHub(projects, metrics) };
  return {
    health: { policy: 'team-open', handle: health },
    ready: { policy: 'team-open', handle: ready(checkReady) },
    join: { policy: 'team-open', handle: join.page },
    'join-use': { policy: 'team-sign-in', handle: join.use },
    'sign-in': { policy: 'team-open', handle: signIn.begin },
    'sign-in-callback': { policy: 'team-open', handle: signIn.finish },
    'sign-out': { policy: 'team-sign-in', handle: signOut },
    metrics: { policy: 'team-mcp', handle: sendMetrics(metrics) },
    home: { policy: 'team-open', handle: home.page },
    'home-file': { policy: 'team-open', handle: home.file },
    projects: { policy: 'team-page', handle: endingWithAccess(overview.projects) },
    overview: { policy: 'team-page', handle: forOverview(overview) },
    page: { policy: 'team-page', ...page },
    'page-by-key': { policy: 'team-key', ...page },
    mcp: { policy: 'team-mcp', handle: forAgents(projects, metrics) },
    // The caller is not identified there, so that it is answered like a project that the caller may not see.
    nothing: { policy: 'team-page' },
  };
}

export function findRoute(routes: Routes, targets: readonly string[]): RouteMatch {
  const target = targets[0] ?? '/';
  const [path = '/', search = ''] = target.split('?', 2);
  const route = { path, ...routes[parseAddress(target).name] };
  return { route, path, below: '', query: new URLSearchParams(search) };
}

const health: Handler = (_request, response) => sendJson(response, 200, { status: 'ok' });

function ready(check: () => Promise<void>): Handler {
  return async (_request, response) => {
    try {
      await check();
      sendJson(response, 200, { status: 'ready' });
    } catch {
      // The reason is for the log: this address is open to everyone.
      sendJson(response, 503, { status: 'not ready' }, { 'Retry-After': '1' });
    }
  };
}

function sendMetrics(metrics: Metrics): Handler {
  return async (_request, response) => {
    const { type, body } = await metrics.text();
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  };
}

function forHub(projects: OpenProjects): Handler {
  return async (request, response, context) => {
    const caller = requireCaller(context);
    endWith(caller, response);
    const { hub, done } = await projects.use(caller.project);
    onceClosed(response, done);
    const { route, ...match } = findInHub(hub, 'handle', context.path, request);
    if (route.handle === undefined) throw notFoundError();
    await route.handle(request, response, { ...context, ...match });
  };
}

function socketForHub(projects: OpenProjects, metrics: Metrics): UpgradeHandler {
  return async (request, socket, head, context) => {
    const caller = requireCaller(context);
    const { hub, done } = await projects.use(caller.project);
    onceClosed(socket, done);
    const { route, ...match } = findInHub(hub, 'upgrade', context.path, request);
    if (route.upgrade === undefined) throw notFoundError();
    socket.once('close', metrics.connection('page'));
    await route.upgrade(request, socket, head, { ...context, ...match });
  };
}

function forAgents(projects: OpenProjects, metrics: Metrics): Handler {
  return async (request, response, context) => {
    const caller = requireCaller(context);
    endWith(caller, response);
    response.once('close', metrics.connection('mcp'));
    const { mcp, done } = await projects.use(caller.project);
    onceClosed(response, done);
    await mcp.handle(request, response, caller, context.maxBodyBytes);
  };
}

function forOverview(overview: OverviewHandlers): Handler {
  return endingWithAccess((request, response, context) => {
    const address = parseAddress(context.path);
    if (address.name !== 'overview') throw notFoundError();
    return overview[address.part](request, response, context);
  });
}

function endingWithAccess(handle: Handler): Handler {
  return (request, response, context) => {
    endWith(requireCaller(context), response);
    return handle(request, response, context);
  };
}

/** The guard has let the request in by the policy of this server; the hub's own is for a dev server. */
function findInHub(hub: Hub, kind: RouteKind, path: string, request: IncomingMessage): RouteMatch {
  const search = /\?[^#]*/.exec(request.url ?? '')?.[0] ?? '';
  const address = parseAddress(path + search);
  const match = 'target' in address ? hub.router.find(kind, [address.target]) : null;
  if (match === null) throw notFoundError();
  return match;
}

/** Also when that has happened already: the client may have gone while the project was opened. */
function onceClosed(stream: ServerResponse | Duplex, done: () => void): void {
  if (stream.closed) done();
  else stream.once('close', done);
}

/** An answer that is under way when the access ends is broken off. */
function endWith({ ended }: Caller, response: ServerResponse): void {
  const end = (): void => void response.destroy();
  ended.addEventListener('abort', end, { once: true });
  response.once('close', () => ended.removeEventListener('abort', end));
}

function requireCaller({ caller }: RouteContext): Caller {
  // The policies of these routes admit only these callers.
  if (caller === undefined) throw new Error('The guard let a request in without a caller.');
  return caller;
}

function notFoundError(): HttpError {
  return new HttpError(404, 'route/unknown', 'There is nothing at this address of the project.', {
    hint: 'Pages load /__annotate/overlay.js below the address of the project; agents use its /mcp.',
  });
}
