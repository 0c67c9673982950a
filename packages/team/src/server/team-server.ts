/** Creates the parts of the team server, connects them and closes them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Caller,
  createRouter,
  isLoopback,
  listen,
  type Listener,
  type Refusal,
  refuse,
  refuseOnSocket,
  type RouteMatch,
  type Router,
} from '@annotate-mcp/http';
import type { Store } from '@annotate-mcp/store';

import { Accesses } from '../access/accesses.ts';
import { addressOf, Attempts } from '../access/attempts.ts';
import type { RateLimit } from '../access/token-bucket.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { listenForNotices } from '../database/notices.ts';
import { TeamError } from '../errors.ts';
import { createOidc, type OidcSettings } from '../people/oidc.ts';
import { hasAnyToken } from '../tokens.ts';

import { createHome } from './home.ts';
import { createIdentify } from './identify.ts';
import { type Log, type LogEntry, logErrors } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { OpenProjects } from './open-projects.ts';
import { createOverview } from './overview.ts';
import { createRoutes, findRoute, type Routes } from './routes.ts';
import { createJoin, createSignIn, createSignOut } from './sessions.ts';
import { parseAddress } from './team-address.ts';

export interface TeamServerOptions {
  /** `postgres://…`; the tables are created when they are missing. */
  readonly databaseUrl: string;
  /** Called for a project when its first request comes. The server closes what it returns. */
  readonly openStore: (project: string) => Promise<Store>;
  /** Folder of the overlay's built files. */
  readonly overlayFolder: () => string;
  /** Folder of the built files of the page at `/`. */
  readonly homeFolder: () => string;
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** As browsers and agents reach it: `https://team.example`. */
  readonly publicUrl?: string | undefined;
  readonly metricsToken?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** The provider by which people may sign in; needs `publicUrl`. */
  readonly oidc?: OidcSettings | undefined;
  readonly log: Log;
}

export interface TeamServer {
  readonly url: string;
  readonly port: number;
  /**
   * Lets no new request in, tells pages to connect to another server, and finishes what is under way within ten seconds.
   */
  close(): Promise<void>;
}

/** Pages connect again at once: "service restart". */
const restartCode = 1012;
const graceMs = 7_000;

/** Rejects when the database cannot be used, the port is taken, or other machines could connect before there is a token. */
export async function startTeamServer(options: TeamServerOptions): Promise<TeamServer> {
  const { log, databaseUrl } = options;
  const onError = logErrors(log);
  const database = await openDatabase(databaseUrl, onError);
  const folder = mkdtempSync(join(tmpdir(), 'annotate-team-'));
  const accesses = new Accesses({ database, rateLimit: options.rateLimit, onError });
  const notices = listenForNotices(databaseUrl, {
    ended: (id) => accesses.end(id),
    gap: () => void accesses.check(),
    error: onError,
  });
  const { openStore, overlayFolder, version } = options;
  const projects = new OpenProjects({ database, openStore, overlayFolder, version, folder, onError });
  const closeParts = async (): Promise<void> => {
    accesses.close();
    await notices.close();
    await projects.closeStores();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await requireTokens(options.host, database);
    const serving = createServing(options, { database, accesses, projects, onError });
    const listener = await listen(serving.router, { host: options.host, port: options.port, graceMs });
    log({ level: 'info', event: 'listening', message: `${listener.host}:${listener.port}` });
    return runningServer(listener, async () => {
      serving.drain();
      log({ level: 'info', event: 'draining' });
      await projects.endConnections(restartCode);
      await listener.close();
      await closeParts();
      log({ level: 'info', event: 'closed' });
    });
  } catch (error) {
    await projects.endConnections(restartCode);
    await closeParts();
    throw error;
  }
}

function runningServer({ url, port }: Listener, close: () => Promise<void>): TeamServer {
  let closed: Promise<void> | undefined;
  return { url, port, close: () => (closed ??= close()) };
}

/** Other machines must not find a server that its administrator has not set up yet. */
async function requireTokens(host: string, database: Database): Promise<void> {
  if (isLoopback(host) || host === 'localhost' || (await hasAnyToken(database))) return;
  throw new TeamError(
    'team/no-tokens',
    `Other machines could connect to ${host}, and there is no token yet.`,
    {
      hint: 'Create one first: annotate-mcp token create --project <name> --role admin. Or listen on 127.0.0.1.',
    },
  );
}

interface ServingDeps {
  readonly database: Database;
  readonly accesses: Accesses;
  readonly projects: OpenProjects;
  readonly onError: (error: unknown) => void;
}

function createServing(
  { publicUrl, metricsToken, oidc: oidcSettings, homeFolder, log }: TeamServerOptions,
  { database, accesses, projects, onError }: ServingDeps,
): { router: Router; drain: () => void } {
  const metrics = createMetrics(() => projects.size);
  const publicAddress = publicUrl === undefined ? null : new URL(publicUrl);
  const secure = publicAddress?.protocol === 'https:';
  let isDraining = false;
  let checking: Promise<void> | null = null;
  const checkReady = async (): Promise<void> => {
    if (isDraining) throw new Error('This server is being stopped.');
    // Everyone may ask this: all who do at once ask the database once.
    checking ??= database.check().finally(() => (checking = null));
    await checking;
  };
  const oidc =
    oidcSettings === undefined || publicUrl === undefined
      ? null
      : createOidc(oidcSettings, { database, onError, redirectUri: `${publicUrl}/sign-in/callback` });
  const attempts = new Attempts();
  const routes = createRoutes({
    projects,
    metrics,
    checkReady,
    join: createJoin({ database, secure, attempts }),
    signIn: createSignIn({ publicUrl: publicUrl ?? '', oidc, attempts }),
    signOut: createSignOut({ database, accesses, secure, attempts, onError }),
    home: createHome({ folder: homeFolder, hasProvider: oidc !== null }),
    overview: createOverview({ database, projects }),
  });
  const addresses = new WeakMap<RouteMatch, string>();
  const identify = createIdentify({
    accesses,
    metricsToken,
    attempts: (match) => (work) => attempts.try(addresses.get(match) ?? '', work),
    onRefused: (reason) => metrics.refused(reason),
    onError,
  });
  const callers = new WeakMap<RouteMatch, Caller>();
  const guarded = createRouter({
    // Those of this server are found by `observed`.
    routes: [],
    network: true,
    allowedHosts: publicAddress === null ? [] : [publicAddress.hostname],
    identify: async (tokens, match, facts) => {
      const found = await identify(tokens, match, facts);
      if ('caller' in found) callers.set(match, found.caller);
      return found;
    },
    onError,
  });
  const router = observed(guarded, {
    routes,
    metrics,
    callers,
    addresses,
    log,
    isDraining: () => isDraining,
  });
  return {
    router,
    drain: () => {
      isDraining = true;
    },
  };
}

interface Observing {
  readonly routes: Routes;
  readonly metrics: Metrics;
  /** Those of the requests that were let in. */
  readonly callers: WeakMap<RouteMatch, Caller>;
  /** Where each request comes from, for those that are not let in yet. */
  readonly addresses: WeakMap<RouteMatch, string>;
  readonly log: Log;
  readonly isDraining: () => boolean;
}

/** Counts and logs every request, and lets none in while the server is being stopped. */
function observed(router: Router, observing: Observing): Router {
  const { routes, metrics, callers, addresses, log, isDraining } = observing;
  const nameOf = (path: string): string => parseAddress(path).name;
  const by = (match: RouteMatch): Pick<LogEntry, 'project' | 'caller'> => {
    const caller = callers.get(match);
    return caller === undefined ? {} : { project: caller.project, caller: caller.id };
  };
  return {
    ...router,
    find: (_kind, targets) => findRoute(routes, targets),
    handle: async (match, request, response) => {
      addresses.set(match, addressOf(request));
      const route = nameOf(match.path);
      const begun = performance.now();
      response.once('close', () => {
        const ms = Math.round(performance.now() - begun);
        const { statusCode: status } = response;
        metrics.request(route, status, ms / 1000);
        const { method = 'GET' } = request;
        if (route !== 'health' && route !== 'ready')
          log({ level: levelOf(status), event: 'request', method, route, status, ms, ...by(match) });
      });
      if (isDraining() && route !== 'health' && route !== 'ready') refuse(request, response, stopping);
      else await router.handle(match, request, response);
    },
    upgrade: async (match, request, socket, head) => {
      addresses.set(match, addressOf(request));
      if (isDraining()) refuseOnSocket(socket, stopping);
      else await router.upgrade(match, request, socket, head);
      log({ level: 'info', event: 'upgrade', route: nameOf(match.path), ...by(match) });
    },
  };
}

function levelOf(status: number): LogEntry['level'] {
  return status >= 500 ? 'error' : 'info';
}

const stopping: Refusal = {
  status: 503,
  code: 'team/stopping',
  message: 'This server is being stopped.',
  hint: 'Send the request again: another server answers it.',
  retryAfter: 1,
};
