/** Creates the parts of a hub, connects them and closes them. */
import type { FeedEvent } from '@annotate-mcp/core';
import {
  type AttachableServer,
  type Listener,
  type ListenOptions,
  type Middleware,
  type Router,
} from '@annotate-mcp/http';
import { keepClaims, type Store, storeFile, unlessAway } from '@annotate-mcp/store';
import { PatchFiles, readPersonName } from '@annotate-mcp/store/git';
import { announceHub } from '@annotate-mcp/store/hub-presence';
import { RepositoryTrust, trustedFolderOf } from '@annotate-mcp/store/trust';

import { EditApply } from './apply/edit-apply.ts';
import { AttachmentPruner } from './attachment-pruner.ts';
import { attachmentsOf } from './attachments.ts';
import { CheckOffer } from './checks/check-offer.ts';
import { ConsentOffers } from './consent-offers.ts';
import { EditWatch } from './edit-watch.ts';
import { EditUndo } from './edits/edit-undo.ts';
import { PatchPruner } from './edits/patch-pruner.ts';
import { quietWhileAway, toErrorMessage } from './errors.ts';
import { scriptPath } from './hub-paths.ts';
import { createKitIndex } from './kits/kit-index.ts';
import { LookRelay } from './look-relay.ts';
import { MachinePerson } from './machine-person.ts';
import {
  appIdOf,
  defaultTiming,
  projectIdOf,
  requireAbsoluteRoots,
  type StoreHubOptions,
  type Timing,
} from './options.ts';
import { PageSockets } from './page-sockets.ts';
import { People } from './people.ts';
import { createProjectSources } from './project-sources.ts';
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

/**
 * A hub in this process, for a program that runs no code of other people: see start-hub.ts. Rejects when the store cannot
 * be read, unless its server is only away.
 */
export async function createStoreHub(options: StoreHubOptions, timing: Partial<Timing> = {}): Promise<Hub> {
  const { store, projectRoot, appRoot = projectRoot, startWork } = options;
  requireAbsoluteRoots(options);
  let isOver = false;
  const report = quietWhileAway(options.onError, timing.now);
  const onError = (error: unknown) => {
    // What is still being read when the hub is closed may fail, because its owner closes the store next.
    if (!isOver) report(error);
  };
  const fullTiming: Timing = { ...defaultTiming, ...timing };
  const { now, saveIntervalMs } = fullTiming;
  const appId = appIdOf(projectRoot, appRoot);
  const patches = new PatchFiles(projectRoot);
  const followers = new FeedFollowers({ store, projectRoot, appId, patches, onError });
  const feed = await SessionFeed.open(store, appId, {
    onEvent: (event) => followers.follow(event),
    onError,
    canStart: startWork !== undefined,
  });
  const onFailure = (error: unknown) => feed.sendToLocal(toErrorMessage(error, {}, onError));
  const offers = createPageOffers({ store, projectRoot, patches, startWork, now, onFailure, onError });
  await followers.start();
  const claims = keepClaims(store, now, onError);
  const sessions = new SessionTracker({
    sessions: store.sessions,
    appId,
    now,
    saveIntervalMs,
    onSeen: (id, authorId) => feed.tellSeen(id, authorId),
    onError,
  });
  const { machinePerson = new MachinePerson(onError) } = options;
  const people = new People({
    machinePerson,
    sessions: store.sessions,
    readName: () => readPersonName(projectRoot),
    broadcast: (message) => feed.broadcast(message),
    onError,
  });
  const { projectId = projectIdOf(projectRoot, appId) } = options;
  const looks = new LookRelay(store, onError);
  const sources = createProjectSources(projectRoot, onError);
  const trustRepository = async () => {
    trustRepositoryOf(store, projectRoot);
    await feed.resync();
  };
  const sockets = new PageSockets(
    {
      ...{ store, trustRepository, appId, projectId, sources, feed, sessions },
      ...{ people, machinePerson, looks, now, onError },
    },
    fullTiming,
  );
  const { workOffer, editUndo, editApply, checkOffer } = offers;
  const { upgrade } = sockets;
  const manifestChanged = () => feed.broadcast({ type: 'manifest:update' });
  const kits = createKitIndex({ root: projectRoot, onChange: manifestChanged, onError });
  const routed = {
    ...{ appId, sources, people, workOffer, patches, editUndo, editApply, checkOffer },
    ...{ now, onError, upgrade, kits },
  };
  const router = createHubRouter(options, routed);
  const servers = new Servers(router);
  // A store in memory is of this process only, and leaves nothing on the disk.
  const withdraw = store.url === 'memory:' ? () => undefined : announceHub(projectRoot);
  const close = async (code: number): Promise<void> => {
    withdraw();
    servers.detach();
    await sockets.close(code);
    people.close();
    await offers.close();
    feed.close();
    claims.close();
    looks.close();
    await followers.close();
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
    manifestChanged,
    scriptPath,
    isClosed: () => closed !== undefined,
    close: (code = 1001) => (closed ??= close(code)),
  };
}

function trustRepositoryOf(store: Store, projectRoot: string): void {
  new RepositoryTrust().trust(trustedFolderOf(storeFile(store.url)?.path ?? projectRoot, projectRoot));
}

interface FeedFollowersDeps {
  readonly store: Store;
  readonly projectRoot: string;
  readonly appId: string;
  readonly patches: PatchFiles;
  readonly onError: (error: unknown) => void;
}

/** What a hub does by itself with each change of the store: it watches edits, and removes what no annotation names any more. */
class FeedFollowers {
  readonly #edits: EditWatch;
  readonly #attachments: AttachmentPruner;
  readonly #patches: PatchPruner;

  constructor({ store, projectRoot, appId, patches, onError }: FeedFollowersDeps) {
    this.#edits = new EditWatch({ store, root: projectRoot, appId, onError });
    this.#attachments = new AttachmentPruner({
      store,
      attachments: attachmentsOf(store, projectRoot),
      onError,
    });
    this.#patches = new PatchPruner(store, patches);
  }

  /** Does not wait for attachments, for which the whole store is read. */
  async start(): Promise<void> {
    await unlessAway(Promise.all([this.#edits.start(), this.#patches.start()]), null);
    this.#attachments.start();
  }

  /** Must be called with every event of the store's feed. */
  async follow(event: FeedEvent): Promise<void> {
    this.#attachments.follow(event);
    await this.#edits.follow(event);
    await this.#patches.follow(event);
  }

  async close(): Promise<void> {
    this.#edits.close();
    await this.#attachments.close();
  }
}

interface PageOffersDeps {
  readonly store: Store;
  readonly projectRoot: string;
  readonly patches: PatchFiles;
  readonly startWork: StoreHubOptions['startWork'];
  readonly now: () => Date;
  /** Told to the pages on this machine: it happens after the request that asked for it was answered. */
  readonly onFailure: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

interface PageOffers {
  /** `null` when this hub cannot start the program that asks the person. */
  readonly workOffer: WorkOffer | null;
  readonly editUndo: EditUndo;
  readonly editApply: EditApply;
  readonly checkOffer: CheckOffer;
  /** Withdraws the open questions. */
  readonly close: () => Promise<void>;
}

/** What a page on this machine can have the person asked: to start an agent, to undo an edit, to write what was tried, to write a test. */
function createPageOffers(deps: PageOffersDeps): PageOffers {
  const { store, projectRoot: root, patches, startWork, now, onFailure, onError } = deps;
  const offers = new ConsentOffers({ store, now, onFailure, onError });
  const workOffer = startWork === undefined ? null : new WorkOffer({ store, startWork, onFailure });
  return {
    workOffer,
    editUndo: new EditUndo({ store, root, patches, offers, now }),
    editApply: new EditApply({ store, root, patches, offers, now }),
    checkOffer: new CheckOffer({ store, root, offers }),
    close: async () => {
      workOffer?.close();
      await offers.close();
    },
  };
}
