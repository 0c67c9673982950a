/** A process of its own that opens the store and does what its parent says, for tests that need several. */
import { closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { type AgentPresence, AnnotateError, acknowledge, type FeedEvent } from '@annotate-mcp/core';
import { sampleAnnotation, sampleOfSize, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { Store } from '../store.ts';

import { listAll } from './reader.ts';
import { moduleOf } from './subject.ts';

export type Order =
  | { type: 'open'; module: string; url: string; root: string; safetyCheckMs: number | null }
  /** Adds annotations numbered `from`, `from + 1`, …; without a count, until killed. */
  | { type: 'append'; from: number; count?: number; size: 'typical' | 'small' }
  /** Opens, adds, lists and closes, again and again. */
  | { type: 'reopen'; from: number; count: number }
  /** Opens, lists and closes, again and again, until killed. Fails when it does not find what it found before. */
  | { type: 'visit' }
  | { type: 'list' }
  | { type: 'close' }
  /** Opens and closes every file below a folder, as a bundler in this process would: once, or until killed. */
  | { type: 'readFiles'; folder: string; again?: boolean }
  | { type: 'claim'; id: string; agentId: string }
  | { type: 'follow' }
  | { type: 'announce'; agent: AgentPresence }
  | { type: 'session'; id: string };

export type Report =
  | { type: 'done' }
  | { type: 'failed'; code: string; message: string }
  | { type: 'added'; n: number }
  | { type: 'listed'; ids: string[] }
  | { type: 'visited' }
  | { type: 'event'; event: FeedEvent };

let store: Store | null = null;
let openAgain: (() => Promise<Store>) | null = null;

process.on('message', (order: Order) => {
  obey(order).then(
    () => report({ type: 'done' }),
    (error: unknown) =>
      report({
        type: 'failed',
        code: error instanceof AnnotateError ? error.code : 'unknown',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});

async function obey(order: Order): Promise<void> {
  if (order.type === 'open') {
    const { openStore } = await moduleOf(order);
    openAgain = () => openStore(order.url, { root: order.root, safetyCheckMs: order.safetyCheckMs });
    store = await openAgain();
    return;
  }
  if (store === null || openAgain === null) throw new Error('no store is open');
  switch (order.type) {
    case 'append':
      return append(store, order);
    case 'reopen':
      await store.close();
      return reopenAndAdd(openAgain, order);
    case 'visit':
      await store.close();
      return visit(openAgain);
    case 'list':
      report({ type: 'listed', ids: await listedIn(store) });
      return;
    case 'close':
      return store.close();
    case 'readFiles':
      readFiles(order.folder);
      if (order.again === true) void readOn(order.folder);
      return;
    case 'claim': {
      const by = { type: 'agent', agentId: order.agentId, agentName: order.agentId } as const;
      await store.update(order.id, (annotation) => acknowledge(annotation, by, sampleTime));
      return;
    }
    case 'follow':
      store.subscribe(await store.head(), {
        event: (event) => report({ type: 'event', event }),
        error: (error) => {
          throw error;
        },
      });
      return;
    case 'announce':
      return store.agents.announce(order.agent);
    case 'session': {
      const at = new Date().toISOString();
      const session = { id: order.id, appId: '.', createdAt: at, lastSeenAt: at, active: true, url: '/' };
      return store.sessions.save(session);
    }
  }
}

async function append(target: Store, order: Order & { type: 'append' }): Promise<void> {
  const { from, count = Infinity, size } = order;
  for (let n = from; n < from + count; n++) {
    const id = uuidOf(n);
    await target.add(size === 'small' ? sampleAnnotation({ id, kind: 'page' }) : sampleOfSize(6_000, { id }));
    report({ type: 'added', n });
  }
}

async function reopenAndAdd(
  open: () => Promise<Store>,
  { from, count }: Order & { type: 'reopen' },
): Promise<void> {
  for (let n = from; n < from + count; n++) {
    const opened = await open();
    await opened.add(sampleAnnotation({ id: uuidOf(n), kind: 'page' }));
    await opened.list();
    await opened.close();
  }
}

async function visit(open: () => Promise<Store>): Promise<never> {
  for (let before = 0; ;) {
    const opened = await open();
    const { length } = await listedIn(opened);
    await opened.close();
    if (length < before) throw new Error(`found ${length} annotations after ${before}`);
    before = length;
    report({ type: 'visited' });
  }
}

async function listedIn(target: Store): Promise<string[]> {
  return (await listAll(target)).map(({ id }) => id);
}

function readFiles(folder: string): void {
  for (const file of filesBelow(folder)) {
    try {
      closeSync(openSync(file, 'r'));
    } catch {
      // It was there when the folder was read.
    }
  }
}

/** Between any two steps of the store's own work. */
async function readOn(folder: string): Promise<never> {
  for (;;) {
    readFiles(folder);
    await setImmediate();
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function report(message: Report): void {
  process.send?.(message);
}
