/** Our HTTP transports with the suite's fixtures behind them: `node conformance-server.ts ROOT` prints its address. */
import { createRouter, listen } from '@annotate-mcp/http';
import { openStore } from '@annotate-mcp/store';

import { createServer } from '../server.ts';
import { routesFor } from '../transports/http.ts';

import { registerFixtures } from './conformance-fixtures.ts';

const [root = process.cwd()] = process.argv.slice(2);
const store = await openStore(undefined, { root });
const mcp = await routesFor(
  (desk) => {
    const server = createServer({ store, desk, root, version: '0.0.0' });
    registerFixtures(server);
    return server;
  },
  { store },
);
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const listener = await listen(createRouter({ routes: mcp.routes, onError }), { port: 0 });
process.stdout.write(`${listener.url}\n`);
