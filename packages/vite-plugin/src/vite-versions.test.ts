/** The versions of Vite that people have, of which 5 and early ones of 6 ignore the filters of hooks. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { unreleased } from '@annotate-mcp/unplugin/testing/unreleased';
import { lookAt, seen, viewFiles } from '@annotate-mcp/unplugin/testing/view-app';

const files = {
  ...viewFiles,
  'src/main.jsx': `import 'virtual:annotate';\n${viewFiles['src/main.jsx']}`,
  'run.js': `import { annotate } from '@annotate-mcp/vite-plugin';
import { createServer } from 'vite';

const server = await createServer({
  configFile: false,
  logLevel: 'silent',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [annotate()],
  server: { port: 0, host: '127.0.0.1' },
});
await server.listen();
const origin = 'http://127.0.0.1:' + server.httpServer.address().port;
const hub = origin;
const client = await (await fetch(origin + '/@vite/client')).text();
if (!client.includes('WebSocket')) throw new Error('The client of Vite is not served: ' + client);
${lookAt("'/src/view.jsx'")}`,
};

const versions = ['5.0.0', '5.2.0', '5.4.21', '6.2.0', '6.4.1', '7.0.0', '7.3.8'];

it.each([
  ...versions.map((version) => ({ version, is: 'released' })),
  ...unreleased('vite', 'beta').map((version) => ({ version, is: 'unreleased' })),
])('annotates an app with Vite $version, $is', { tags: ['full'], timeout: 300_000 }, async ({ version }) => {
  const dependencies = { vite: version, preact: '^10.0.0' };
  await using app = await createInstalledApp(`vite-${version}`, dependencies, files);
  expect(await app.run('run.js')).toEqual(seen);
});
