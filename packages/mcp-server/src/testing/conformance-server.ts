/** The HTTP transports with the fixtures of the conformance suite: `node conformance-server.ts ROOT` prints its address. */
import { createRouter, listen } from '@annotate-mcp/http';
import { openStore } from '@annotate-mcp/store';

import { createAnnotationsToolset } from '../annotations/toolset.ts';
import { createServer } from '../server.ts';
import { createRoutes } from '../transports/http.ts';

import { registerFixtures } from './conformance-fixtures.ts';

const [root = process.cwd()] = process.argv.slice(2);
const store = await openStore(undefined, { root });
const mcp = await createRoutes(
  (agents) => {
    const toolsets = [createAnnotationsToolset(store)];
    const server = createServer({ store, agents, toolsets, root, version: '0.0.0' });
    registerFixtures(server);
    return server;
  },
  { store },
);
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const listener = await listen(createRouter({ routes: mcp.routes, onError }), { port: 0 });
process.stdout.write(`${listener.url}\n`);
