/** A process with two hubs, to which a test sends a signal. Prints its port first. */
import { openStore } from '@annotate-mcp/store';

import { createStoreHub } from '../hub.ts';
import { closeOnSignals } from '../signals.ts';

const [root = '', mode] = process.argv.slice(2);
const store = await openStore(undefined, { root });
const onError = (error: unknown) => void process.stderr.write(String(error));
const hub = await createStoreHub({ store, projectRoot: root, onError });
const other = await createStoreHub({ store, projectRoot: root, onError });
closeOnSignals(hub);
closeOnSignals(other);
if (mode === 'own-handler') {
  process.once('SIGTERM', () => {
    // Like a dev server that needs some time before it ends.
    setTimeout(() => {
      process.stdout.write('ended by itself\n');
      process.exit(7);
    }, 300);
  });
}
const { port } = await hub.listen({ port: 0 });
process.stdout.write(`${port}\n`);
