/** One demo's dev server on a copy of the demo: agents edit files in these tests, and the checkout is not theirs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const repository = join(import.meta.dirname, '../..');

export const demoNames = ['react', 'vue', 'svelte', 'plain'] as const;
export type DemoName = (typeof demoNames)[number];

export interface DemoServer extends AsyncDisposable {
  readonly name: DemoName;
  readonly url: string;
  /** The project's root: the store is below it, and the demo is at `demos/<name>`. */
  readonly root: string;
  /** A file of the demo, by its path from the project's root. */
  read(path: string): string;
  /** Puts the demo's files back, whatever an agent did to them. */
  reset(): void;
  stop(): Promise<void>;
  /** On the port it had. */
  start(): Promise<void>;
}

export async function startDemo(name: DemoName, run: string): Promise<DemoServer> {
  // Below the repository, so that the copy finds the installed packages.
  const root = join(repository, '.dev/e2e', run);
  const folder = join(root, 'demos', name);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyDemo(name, folder);
  const port = await freePort();
  let child = await serve(folder, root, port);
  const stop = async () => end(child);
  return {
    name,
    url: `http://localhost:${port}/`,
    root,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    reset: () => resetDemo(name, folder),
    stop,
    start: async () => {
      child = await serve(folder, root, port);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function copyDemo(name: DemoName, folder: string): void {
  cpSync(join(repository, 'demos', name), folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|dist|\.annotate)$/.test(source),
  });
  // What it extends and refers to is where the demo was.
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as object & {
    compilerOptions: object;
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

/** Only what an agent is asked to change: a new vite.config.ts would restart the dev server. */
function resetDemo(name: DemoName, folder: string): void {
  const demo = join(repository, 'demos', name);
  for (const path of readFileSync(join(demo, 'reset'), 'utf8').split('\n').filter(Boolean)) {
    const committed = readFileSync(join(demo, path), 'utf8');
    if (readFileSync(join(folder, path), 'utf8') !== committed) writeFileSync(join(folder, path), committed);
  }
}

async function serve(folder: string, root: string, port: number): Promise<ChildProcess> {
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const child = spawn(
    process.execPath,
    [
      '--conditions=@annotate-mcp/source',
      vite,
      '--configLoader',
      'native',
      '--port',
      String(port),
      '--strictPort',
    ],
    {
      cwd: folder,
      env: { ...process.env, ANNOTATE_PROJECT_ROOT: root, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const printed: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      if (line.includes('Alt+Shift+A')) resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`The dev server ended with ${code}:\n${printed.join('\n')}`)),
    );
  });
  await ready;
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  server.close();
  await once(server, 'close');
  return address.port;
}
