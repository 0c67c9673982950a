/** A process of its own that opens the store and does what its parent says, for tests that need several. */
import { type AgentPresence, AnnotateError, acknowledge, type FeedEvent } from '@annotate-mcp/core';
import { sampleAnnotation, sampleOfSize, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { Store } from '../store.ts';

import { moduleOf } from './subject.ts';

export type Order =
  | { type: 'open'; module: string; url: string; root: string; safetyCheckMs: number | null }
  /** Adds annotations numbered `from`, `from + 1`, …; without a count, until killed. */
  | { type: 'append'; from: number; count?: number; size: 'typical' | 'small' }
  /** Opens, adds, lists and closes, again and again. */
  | { type: 'reopen'; from: number; count: number }
  | { type: 'claim'; id: string; agentId: string }
  | { type: 'follow' }
  | { type: 'announce'; agent: AgentPresence }
  | { type: 'session'; id: string };

export type Report =
  | { type: 'done' }
  | { type: 'failed'; code: string; message: string }
  | { type: 'added'; n: number }
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

function report(message: Report): void {
  process.send?.(message);
}
