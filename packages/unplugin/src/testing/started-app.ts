/**
 * A module that starts a dev server by its program, looks at the page that it serves, prints what it saw and ends. In
 * `args`, `{port}` is replaced. The page has a heading `<h1>`.
 */
export function lookAtStarted(args: readonly string[]): string {
  return `import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const free = createServer().listen(0, '127.0.0.1');
await once(free, 'listening');
const { port } = free.address();
free.close();
const args = ${JSON.stringify(args)}.map((each) => each.replace('{port}', String(port)));
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' };
const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
let output = '';
for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
let hasEnded = false;
child.once('exit', () => (hasEnded = true));
const origin = 'http://127.0.0.1:' + port;
const read = async (path) => fetch(origin + path, { headers: { accept: 'text/html' } }).catch(() => null);
let page = '';
// A dev server answers with a page that says to wait, or with an error, until it has compiled the app.
while (!page.includes('<h1')) {
  if (hasEnded) throw new Error('It ended: ' + output);
  page = (await (await read('/'))?.text()) ?? '';
  await new Promise((resolve) => setTimeout(resolve, 200));
}
const [, mark = null] = /<h1[^>]* data-annotate-source="([^"]*)"/.exec(page) ?? [];
const overlay = await (await read('/__annotate/overlay.js'))?.text();
child.kill('SIGINT');
const isOverlay = overlay?.includes('loadOverlay') ?? false;
console.log(JSON.stringify({ mark, isOverlay, ...(!isOverlay && { output }) }));
process.exit(0);
`;
}
