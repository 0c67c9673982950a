/** A second process that writes when told to, and says in what it writes when that was. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

import { sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { NaiveJsonStore } from './naive-json-store.ts';

export interface Start {
  folder: string;
  wakeFile: string;
  naiveFile: string;
  naiveSize: number;
}

export type Order = { start: Start } | { write: 'store' | 'touch' | 'naive' };

let start: Start | undefined;
let naive: NaiveJsonStore | undefined;
let store: Awaited<ReturnType<typeof openStore>> | undefined;

process.on('message', (order: Order) => void obey(order));

async function obey(order: Order): Promise<void> {
  if ('start' in order) {
    start = order.start;
    store = await openStore('sqlite:', { root: start.folder });
    naive = new NaiveJsonStore(start.naiveFile);
    naive.fill(Array.from({ length: start.naiveSize }, sampleNow));
    process.send?.('ready');
  } else if (order.write === 'store') await store?.add(sampleNow());
  else if (order.write === 'naive') naive?.add(sampleNow());
  else if (start !== undefined) touchNow(start.wakeFile);
}

// The monotonic clock is one for all processes of a machine.
function sampleNow() {
  return sampleOfSize(6_000, { id: randomUUID(), annotationText: String(process.hrtime.bigint()) });
}

function touchNow(file: string): void {
  const at = process.hrtime.bigint();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, '.', 0);
  closeSync(descriptor);
  process.send?.(String(at));
}
