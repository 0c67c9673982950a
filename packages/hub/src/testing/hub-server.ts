/** A hub with a real server and a real store, and a second store on the same file, as another process would have it. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openStore, type Store } from '@annotate-mcp/store';

import { createStoreHub, type Hub } from '../hub.ts';
import type { StoreHubOptions, Timing } from '../options.ts';

import type { SocketOptions } from './json-socket.ts';
import { TestTab } from './tab.ts';

export interface HubServer {
  hub: Hub;
  store: Store;
  otherStore: Store;
  root: string;
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  errors: unknown[];
  /** Opens a socket without resuming a session. */
  connect: (options?: SocketOptions) => Promise<TestTab>;
}

export type HubSetup = Partial<Omit<StoreHubOptions, 'store' | 'projectRoot'>> & {
  root?: string;
  timing?: Partial<Timing>;
  /** Returns what the hub gets instead of the store. */
  wrapStore?: (store: Store) => Store;
};

/** Closed when the test has finished. */
export async function startHub({
  root = temporaryFolder(),
  timing,
  ...options
}: HubSetup = {}): Promise<HubServer> {
  const { hub, store, errors } = await createTestHub({ root, ...(timing && { timing }), ...options });
  const otherStore = await openStore(undefined, { root });
  const { url, port } = await hub.listen({ port: 0, graceMs: 0 });
  onTestFinished(() => otherStore.close());
  return {
    hub,
    store,
    otherStore,
    root,
    url,
    port,
    errors,
    connect: (tabOptions) => TestTab.open(`${url}/__annotate`, tabOptions),
  };
}

/** A hub without a server. */
export async function createTestHub({
  root = temporaryFolder(),
  timing,
  wrapStore = (store) => store,
  ...options
}: HubSetup = {}) {
  const store = wrapStore(await openStore(undefined, { root }));
  const errors: unknown[] = [];
  const overlayFolder = join(root, 'overlay');
  const onError = (error: unknown) => errors.push(error);
  const hub = await createStoreHub(
    // Tests have several people on one machine, unless they are about that.
    { store, projectRoot: root, overlayFolder, onError, machinePerson: null, ...options },
    timing,
  );
  onTestFinished(async () => {
    await hub.close();
    await store.close();
  });
  return { hub, store, errors, root };
}

/** Has a space and a non-ASCII letter in its path. Removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate hüb ')));
  // Marks the folder as the project root, so the store does not search its parents.
  writeFileSync(join(folder, '.git'), '');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
