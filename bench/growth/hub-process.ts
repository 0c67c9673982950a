/** Serves the hub of a project in a process of its own, whose memory can be told: `node hub-process.ts <root>`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createStoreHub } from '@annotate-mcp/hub';
import { openStore } from '@annotate-mcp/store';

// Also when the benchmark fails.
process.stdin.resume().once('end', () => process.exit());

const [, , root = '.'] = process.argv;
const store = await openStore(undefined, { root });
const hub = await createStoreHub({ projectRoot: root, store, onError: (error) => console.error(error) });
const server = createServer((_request, response) => response.end());
hub.attach(server);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(port);
});
