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
const isOverlay = overlay?.includes('__ANNOTATE_LOADING__') ?? false;
console.log(JSON.stringify({ mark, isOverlay, ...(!isOverlay && { output }) }));
process.exit(0);
`;
}

/** Where an app begins and ends that is used by `useStarted`. */
export interface StartedApp {
  /** The arguments of Node. `{port}` is replaced. */
  readonly dev: readonly string[];
  readonly build: readonly string[];
  /** Deleted before: what a bundler keeps of an earlier use. */
  readonly caches: readonly string[];
  /** A file of the build. */
  readonly built: string;
  /** The module that has the text \`First\`, which the page shows. */
  readonly changed: string;
  /** Modules that a browser would ask for, besides the scripts of the page. */
  readonly modules: readonly string[];
}

/**
 * A module for `createFaultyApp` that starts a dev server, reads its page, changes a module, reads the page again, and
 * builds, where the fault is in what a build calls.
 */
export function useStarted(app: StartedApp): string {
  return `import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const app = ${JSON.stringify(app)};
const { ANNOTATE_TEST_NOTES: notes, ANNOTATE_TEST_FAULT: fault } = process.env;
// A function that a build does not call cannot change it.
const inBuild = resolve('called-in-build.txt');
for (const cache of [...app.caches, app.built]) rmSync(cache, { recursive: true, force: true });
const free = createServer().listen(0, '127.0.0.1');
await once(free, 'listening');
const { port } = free.address();
free.close();
const start = (args, more) => {
  const child = spawn(process.execPath, args.map((each) => each.replace('{port}', String(port))), {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    // With all that it starts: they are ended together.
    detached: true,
  });
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  process.once('SIGTERM', () => process.kill(-child.pid, 'SIGKILL'));
  return { child, ended: once(child, 'exit') };
};
const origin = 'http://127.0.0.1:' + port;
const read = async (path) =>
  fetch(new URL(path, origin), { headers: { accept: 'text/html' } }).then((answer) => answer.text(), () => '');
const until = async (words) => {
  for (;;) {
    const page = await read('/');
    if (page.includes(words)) return page;
    await wait(100);
  }
};
const ask = async (page) => {
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src);
  for (const path of [...scripts, ...app.modules, '/__annotate/overlay.js', '/__annotate/manifest']) await read(path);
};

const dev = start(app.dev);
await ask(await until('First'));
// A watcher that has only just begun may not see the first time.
const saving = setInterval(
  () => writeFileSync(app.changed, readFileSync(app.changed, 'utf8').replace('First', 'Second')),
  1_000,
);
const changed = await until('Second');
clearInterval(saving);
await ask(changed);
const readOff = () => {
  const names = existsSync('.annotate/off') ? readdirSync('.annotate/off') : [];
  return names.flatMap((name) => JSON.parse(readFileSync('.annotate/off/' + name, 'utf8')).lines);
};
const off = readOff();
process.kill(-dev.child.pid, 'SIGINT');
await dev.ended;
// Those that it has started may end later, and write until then.
const isRunning = () => {
  try {
    return process.kill(-dev.child.pid, 0);
  } catch {
    return false;
  }
};
while (isRunning()) await wait(50);
if (notes !== undefined || readFileSync(inBuild, 'utf8').split('\\n').includes(fault)) {
  if (notes !== undefined) writeFileSync(inBuild, '');
  const [code] = await start(app.build, notes === undefined ? {} : { ANNOTATE_TEST_NOTES: inBuild }).ended;
  if (code !== 0 || !existsSync(app.built)) throw new Error('There is no build.');
  if (notes !== undefined) appendFileSync(notes, readFileSync(inBuild, 'utf8'));
}
console.log('\\n' + JSON.stringify({ offParts: [...new Set([...off, ...readOff()])] }));
process.exit(0);
`;
}
