/** The stdio server as a process, for tests: `node stdio-server.ts ROOT`. The CLI is its user in real life. */
import { openStore } from '@annotate-mcp/store';

import { serveStdio } from '../transports/stdio.ts';

const [root = process.cwd(), ...flags] = process.argv.slice(2);
const busyMs = flags.find((flag) => flag.startsWith('--busy-ms='))?.split('=')[1];
const isMarkdownOnly = flags.includes('--markdown-only');
const store = await openStore(isMarkdownOnly ? 'memory:' : undefined, {
  root,
  ...(busyMs !== undefined && { busyMs: Number(busyMs) }),
});
const viewFolder = flags.find((flag) => flag.startsWith('--view='))?.slice('--view='.length);
await serveStdio({
  store,
  root,
  version: '0.0.0',
  channel: flags.includes('--channel'),
  viewFolder,
  ...(isMarkdownOnly && { toolsets: ['markdown'] }),
});
process.exit();
