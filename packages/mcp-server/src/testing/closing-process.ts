/** Serves a busy client over each HTTP transport, closes, and must then end by itself: `node closing-process.ts ROOT`. */
/* oxlint-disable typescript/no-deprecated -- SSE is, and clients in use still speak it */
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { createRouter, listen } from '@annotate-mcp/http';
import { openStore } from '@annotate-mcp/store';

import { createMcpRoutes } from '../transports/http.ts';

import { untilAgents } from './store-events.ts';

const [root = process.cwd()] = process.argv.slice(2);
const store = await openStore(undefined, { root });
const mcp = await createMcpRoutes({ store, root, version: '0.0.0' });
const listener = await listen(
  createRouter({
    routes: mcp.routes,
    onError: (error) => {
      throw error;
    },
  }),
  { port: 0, graceMs: 0 },
);

const newer = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const clients = [
  await connect(new StreamableHTTPClientTransport(new URL('/mcp', listener.url))),
  await connect(new StreamableHTTPClientTransport(new URL('/mcp', listener.url)), newer),
  await connect(new SSEClientTransport(new URL('/sse', listener.url))),
];
const watching = clients.map((client) =>
  client.callTool({ name: 'watch_annotations', arguments: { timeoutMs: 600_000 } }).catch(() => undefined),
);
await untilAgents(store, (agents) => agents.filter(({ waiting }) => waiting).length === clients.length);
await mcp.close();
await listener.close();
await store.close();
for (const client of clients) await client.close();
await Promise.all(watching);

async function connect(
  transport: StreamableHTTPClientTransport | SSEClientTransport,
  options: { versionNegotiation?: { mode: { pin: string } } } = {},
): Promise<Client> {
  const client = new Client({ name: 'claude-code', version: '1' }, options);
  await client.connect(transport);
  return client;
}
