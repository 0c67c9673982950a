/** A hub on a real server and a real store, and another store on the same file as another process has it. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openStore, type Store } from '@annotate-mcp/store';

import { createHub, type Hub } from '../hub.ts';
import type { HubOptions, Timing } from '../options.ts';

import { TestTab, type TabOptions } from './tab.ts';

export interface HubServer {
  hub: Hub;
  store: Store;
  elsewhere: Store;
  root: string;
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  errors: unknown[];
  /** A tab that has not said anything yet. */
  connect: (options?: TabOptions) => Promise<TestTab>;
}

export type HubSetup = Partial<Omit<HubOptions, 'store' | 'projectRoot'>> & {
  root?: string;
  timing?: Partial<Timing>;
  /** What the hub gets in place of the store. */
  around?: (store: Store) => Store;
};

/** Ends with the test. */
export async function startHub({
  root = temporaryFolder(),
  timing,
  ...options
}: HubSetup = {}): Promise<HubServer> {
  const { hub, store, errors } = await makeHub({ root, ...(timing && { timing }), ...options });
  const elsewhere = await openStore(undefined, { root });
  const { url, port } = await hub.listen({ port: 0, graceMs: 0 });
  onTestFinished(() => elsewhere.close());
  return {
    hub,
    store,
    elsewhere,
    root,
    url,
    port,
    errors,
    connect: (how) => TestTab.open(`${url}/__annotate`, how),
  };
}

/** A hub without a server. */
export async function makeHub({
  root = temporaryFolder(),
  timing,
  around = (store) => store,
  ...options
}: HubSetup = {}) {
  const store = around(await openStore(undefined, { root }));
  const errors: unknown[] = [];
  const overlayFolder = join(root, 'overlay');
  const onError = (error: unknown) => errors.push(error);
  const hub = await createHub({ store, projectRoot: root, overlayFolder, onError, ...options }, timing);
  onTestFinished(async () => {
    await hub.close();
    await store.close();
  });
  return { hub, store, errors, root };
}

/** With a space and a letter beyond ASCII in its path; removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate hüb ')));
  // So that the store does not look for a project around it.
  writeFileSync(join(folder, '.git'), '');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
