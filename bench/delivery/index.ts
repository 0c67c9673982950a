/** From a person's click to the agent, and back: how long until the other side knows? */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Client } from '@modelcontextprotocol/client';

import { resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import type { Benchmark, Report } from '../benchmark.ts';
import { rounded, summarize } from '../samples.ts';

import { measurePages } from './pages.ts';
import { traceDelivery } from './trace.ts';
import { startAgent, waiting } from './waiting-agent.ts';

const rounds = 200;
const pollMs = 500;

export const delivery: Benchmark = {
  name: 'delivery',
  title: 'a comment reaches a waiting agent, and its answer reaches the page’s side of the store',
  run: async (report, { trace }) => {
    if (trace) return traceDelivery(report);
    for (const annotations of [0, 10_000]) await measure(annotations, report);
    await measurePages(report);
  },
};

async function measure(annotations: number, report: Report): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  const store = await openStore(undefined, { root });
  await using agent = await startAgent(root);
  try {
    report.progress(`filling a store with ${annotations} closed annotations`);
    const close = (text: ReturnType<typeof sampleOfSize>) => resolve(text, sampleAgent, new Date());
    for (let n = 0; n < annotations; n++) await store.add(close(sampleOfSize(6_000, { id: randomUUID() })));
    report.progress('delivering');
    const { there, back } = await deliver(store, agent.client);
    const polled = summarize(await poll(store));
    const rows = [
      { what: 'add() called → watch_annotations returned to the client', ...summarize(there) },
      { what: 'resolve called by the client → seen by a store subscriber', ...summarize(back) },
      { what: `baseline: a reader that polls every ${pollMs} ms`, ...polled },
    ];
    report.table(
      `with ${annotations} annotations in the store (ms)`,
      rows.map((row) => ({ ...row, 'baseline ÷ this': rounded(polled.p50 / row.p50) })),
    );
    report.result(`at ${annotations}`, rows);
  } finally {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function deliver(store: Store, client: Client): Promise<{ there: number[]; back: number[] }> {
  const [there, back]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const watching = client.callTool({ name: 'watch_annotations', arguments: {} });
    await waiting(store);
    const id = randomUUID();
    const created = performance.now();
    await store.add(sampleOfSize(6_000, { id }));
    await watching;
    there.push(performance.now() - created);

    const seen = resolved(store, id, await store.head());
    const answered = performance.now();
    await client.callTool({ name: 'resolve', arguments: { id, summary: 'done' } });
    back.push((await seen) - answered);
  }
  return { there, back };
}

function resolved(store: Store, id: string, from: string): Promise<number> {
  return new Promise((done, reject) => {
    const subscription = store.subscribe(from, {
      event: (event) => {
        const at = performance.now();
        const isSeen =
          event.type === 'changes' && event.changes.some(({ annotation }) => annotation.id === id);
        if (!isSeen) return;
        queueMicrotask(() => subscription.close());
        done(at);
      },
      error: reject,
    });
  });
}

/** Baseline: polls every half second. */
async function poll(store: Store): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < 10; round++) {
    const id = randomUUID();
    const found = Promise.withResolvers<number>();
    const timer = setInterval(() => {
      void store.get(id).then((annotation) => annotation !== null && found.resolve(performance.now()));
    }, pollMs);
    // Not synchronous with the polling.
    await new Promise((done) => setTimeout(done, Math.random() * pollMs));
    const created = performance.now();
    await store.add(sampleOfSize(6_000, { id }));
    samples.push((await found.promise) - created);
    clearInterval(timer);
    await store.remove(id);
  }
  return samples;
}
