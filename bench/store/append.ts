/** A process that adds annotations to stores as fast as it can, when it is told to: `append.ts <root> <bytes> <url>…`. */
import { randomUUID } from 'node:crypto';

import { sampleAnnotation, sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

export interface WriteOrder {
  url: string;
  count: number;
}

const [, , root = '', bytes = '0', ...urls] = process.argv;
const stores = new Map<string, Store>();
for (const url of urls) stores.set(url, await openStore(url, { root }));

process.on('message', (order: WriteOrder) => void write(order));
process.on('disconnect', () => void close());
process.send?.('ready');

async function write({ url, count }: WriteOrder): Promise<void> {
  for (let n = 0; n < count; n++) await stores.get(url)?.add(sample());
  process.send?.('done');
}

async function close(): Promise<void> {
  for (const store of stores.values()) await store.close();
}

/** The size of a comment on a page, without a component, when no size is given. */
function sample() {
  const id = randomUUID();
  return bytes === '0' ? sampleAnnotation({ id, kind: 'page' }) : sampleOfSize(Number(bytes), { id });
}
