/** A process that adds annotations to a store as fast as it can: `append.ts <url> <root> <count> <bytes>`. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { sampleAnnotation, sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

const [, , url = '', root = '', count = '0', bytes = '0'] = process.argv;
const store = await openStore(url, { root });
process.send?.('ready');
await once(process, 'message');
for (let n = 0; n < Number(count); n++) await store.add(sample());
await store.close();
process.send?.('done');
process.disconnect();

/** The size of a comment on a page, without a component, when no size is given. */
function sample() {
  const id = randomUUID();
  return bytes === '0' ? sampleAnnotation({ id, kind: 'page' }) : sampleOfSize(Number(bytes), { id });
}
