/** Creates the parts of a hub, connects them and closes them. */
import {
  type AttachableServer,
  type Listener,
  type ListenOptions,
  type Middleware,
  type Router,
} from '@annotate-mcp/http';
import { keepClaims, type Store, unlessAway } from '@annotate-mcp/store';
import { PatchFiles, readPersonName } from '@annotate-mcp/store/git';
import { announceHub } from '@annotate-mcp/store/hub-presence';
import { RepositoryTrust, trustedFolderOf } from '@annotate-mcp/store/trust';

import { AttachmentPruner } from './attachment-pruner.ts';
import { attachmentsOf } from './attachments.ts';
import { CheckOffer } from './checks/check-offer.ts';
import { ConsentOffers } from './consent-offers.ts';
import { EditWatch } from './edit-watch.ts';
import { EditUndo } from './edits/edit-undo.ts';
import { PatchPruner } from './edits/patch-pruner.ts';
import { toErrorMessage } from './errors.ts';
import { scriptPath } from './hub-paths.ts';
import { LookRelay } from './look-relay.ts';
import { appIdOf, defaultTiming, type HubOptions, requireAbsolute, type Timing } from './options.ts';
import { PageSockets } from './page-sockets.ts';
import { People } from './people.ts';
import { projectIdOf } from './project-id.ts';
import { createProjectSources } from './project-sources.ts';
import { quietWhileAway } from './quiet-while-away.ts';
import { createHubRouter } from './routes.ts';
import { Servers } from './servers.ts';
import { SessionFeed } from './session-feed.ts';
import { SessionTracker } from './session-tracker.ts';
import { WorkOffer } from './work-offer.ts';

/** Serves pages from a store: WebSocket, HTTP API, overlay script and manifest. */
export interface Hub {
  readonly router: Router;
  /** Serves WebSocket and HTTP on an http, https or http2 server of the app. Returns a function that detaches the hub. */
  readonly attach: (server: AttachableServer) => () => void;
  /** For Connect and Express. Finds the server of the first request and handles WebSockets there from then on. */
  readonly middleware: Middleware;
  /** Starts a server of its own, which closes with the hub. */
  readonly listen: (options: ListenOptions) => Promise<Listener>;
  /** Makes pages fetch the manifest again. */
  readonly manifestChanged: () => void;
  /** The address of the page's module script, below the server's base or the mount path. */
  readonly scriptPath: string;
  /** Whether it was closed or is being closed. */
  readonly isClosed: () => boolean;
  /** Closes every page's socket with `code` (default 1001). The store stays open. A second call does nothing. */
  readonly close: (code?: number) => Promise<void>;
}

/** Rejects when the store cannot be read, unless its server is only away. */
export async function createHub(options: HubOptions, timing: Partial<Timing> = {}): Promise<Hub> {
  const { store, projectRoot, appRoot = projectRoot, sourceRoot = appRoot, startWork } = options;
  let isOver = false;
  const report = quietWhileAway(options.onError, timing.now);
  const onError = (error: unknown) => {
    // What is still being read when the hub is closed may fail, because its owner closes the store next.
    if (!isOver) report(error);
  };
  requireAbsolute('projectRoot', projectRoot);
  requireAbsolute('appRoot', appRoot);
  requireAbsolute('sourceRoot', sourceRoot);
  const fullTiming: Timing = { ...defaultTiming, ...timing };
  const { now, saveIntervalMs } = fullTiming;
  const appId = appIdOf(projectRoot, appRoot);
  const edits = new EditWatch({ store, root: projectRoot, appId, onError });
  const attachmentPruner = new AttachmentPruner({
    store,
    attachments: attachmentsOf(store, projectRoot),
    onError,
  });
  const patches = new PatchFiles(projectRoot);
  const patchPruner = new PatchPruner(store, patches);
  const feed = await SessionFeed.open(store, appId, {
    onEvent: async (event) => {
      attachmentPruner.follow(event);
      await edits.follow(event);
      await patchPruner.follow(event);
    },
    onError,
    canStart: startWork !== undefined,
  });
  const onFailure = (error: unknown) => feed.sendToLocal(toErrorMessage(error, {}, onError));
  const workOffer = startWork === undefined ? null : new WorkOffer({ store, startWork, onFailure });
  const offers = new ConsentOffers({ store, now, onFailure, onError });
  const editUndo = new EditUndo({ store, root: projectRoot, patches, offers, now });
  const checkOffer = new CheckOffer({ store, root: projectRoot, offers });
  await unlessAway(Promise.all([edits.start(), patchPruner.start()]), null);
  attachmentPruner.start();
  const claims = keepClaims(store, now, onError);
  const sessions = new SessionTracker({
    sessions: store.sessions,
    appId,
    now,
    saveIntervalMs,
    onSeen: (id, authorId) => feed.tellSeen(id, authorId),
    onError,
  });
  const people = new People({
    sessions: store.sessions,
    readName: () => readPersonName(projectRoot),
    broadcast: (message) => feed.broadcast(message),
    onError,
  });
  const { projectId = projectIdOf(projectRoot, appId) } = options;
  const looks = new LookRelay(store, onError);
  const sources = createProjectSources(projectRoot, onError);
  const trustRepository = async () => {
    new RepositoryTrust().trust(trustedFolderOf(fileOf(store) ?? projectRoot, projectRoot));
    await feed.resync();
  };
  const sockets = new PageSockets(
    { store, trustRepository, appId, projectId, sources, feed, sessions, people, looks, now, onError },
    fullTiming,
  );
  const router = createHubRouter(options, {
    appId,
    sources,
    workOffer,
    patches,
    editUndo,
    checkOffer,
    now,
    onError,
    upgrade: sockets.upgrade,
  });
  const servers = new Servers(router);
  // A store in memory is of this process only, and leaves nothing on the disk.
  const withdraw = store.url === 'memory:' ? () => undefined : announceHub(projectRoot);
  const close = async (code: number): Promise<void> => {
    withdraw();
    servers.detach();
    await sockets.close(code);
    await offers.close();
    feed.close();
    workOffer?.close();
    claims.close();
    looks.close();
    edits.close();
    await attachmentPruner.close();
    await sessions.flush();
    await servers.close();
    isOver = true;
  };
  let closed: Promise<void> | undefined;
  return {
    router,
    attach: servers.attach,
    middleware: servers.middleware,
    listen: servers.listen,
    manifestChanged: () => feed.broadcast({ type: 'manifest:update' }),
    scriptPath,
    isClosed: () => closed !== undefined,
    close: (code = 1001) => (closed ??= close(code)),
  };
}

/** `null` when the store is no file. */
function fileOf({ url }: Store): string | null {
  return /^(?:sqlite|json):(.+)$/.exec(url)?.[1] ?? null;
}
