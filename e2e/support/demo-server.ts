/** One demo's dev server on a copy of the demo: agents edit files in these tests, and the checkout is not theirs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { freePort } from './free-port.ts';
import { nextFiles } from './next-demo.ts';

const repository = join(import.meta.dirname, '../..');

export const demoNames = ['angular', 'react', 'vue', 'svelte', 'plain'] as const;
/**
 * The site is another app than the shops, with suites of its own in `inline/`. `next` is the shop of React on another dev
 * server.
 */
export type DemoName = (typeof demoNames)[number] | 'astro' | 'next';

/** With it a visitor may annotate, where the demo allows that. */
export const visitorToken = 'Zm9yLXZpc2l0b3JzLWluLXRoZXNlLXRlc3Rz';

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
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(folder, { recursive: true });
  copyDemo(name, folder);
  const port = await freePort();
  let child = await serve(name, folder, root, port);
  const stop = async () => end(child);
  return {
    name,
    url: `http://localhost:${port}/`,
    root,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    reset: () => resetDemo(name, folder),
    stop,
    start: async () => {
      child = await serve(name, folder, root, port);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function copyDemo(name: DemoName, folder: string): void {
  const demo = folderOf(name);
  if (name === 'next') {
    cpSync(join(demo, 'src'), join(folder, 'src'), { recursive: true });
    for (const [path, text] of Object.entries(nextFiles)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return;
  }
  cpSync(demo, folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|dist|\.annotate|\.astro)$/.test(source),
  });
  moveConfig(demo, folder);
}

function folderOf(name: DemoName): string {
  return join(repository, 'demos', name === 'next' ? 'react' : name);
}

interface TsConfig {
  extends?: string;
  references?: unknown;
  compilerOptions: { paths?: Record<string, string[]> };
}

/** What the copy's tsconfig.json extends, refers to and maps names to is where the demo was. */
function moveConfig(from: string, to: string): void {
  if (!existsSync(join(to, 'tsconfig.json'))) return;
  const text = readFileSync(join(to, 'tsconfig.json'), 'utf8');
  const { extends: _, references, compilerOptions, ...config } = JSON.parse(text) as TsConfig;
  const paths: Record<string, string[]> = {};
  for (const [name, places] of Object.entries(compilerOptions.paths ?? {})) {
    paths[name] = places.map((place) => resolve(from, place));
  }
  const moved = { ...config, compilerOptions: { ...compilerOptions, paths } };
  writeFileSync(join(to, 'tsconfig.json'), JSON.stringify(moved));
}

/** Only what an agent is asked to change: a new vite.config.ts would restart the dev server. */
function resetDemo(name: DemoName, folder: string): void {
  const demo = folderOf(name);
  for (const path of readFileSync(join(demo, 'reset'), 'utf8').split('\n').filter(Boolean)) {
    const committed = readFileSync(join(demo, path), 'utf8');
    if (readFileSync(join(folder, path), 'utf8') !== committed) writeFileSync(join(folder, path), committed);
  }
}

const ng = ['@angular/cli/bin/ng.js', 'serve'];
const vite = ['vite/bin/vite.js', '--configLoader', 'native', '--strictPort'];
const astro = ['astro/bin/astro.mjs', 'dev', '--ignore-lock'];

// With the built packages, because Next reads its loaders with another Node than its configuration.
const next = ['next/dist/bin/next', 'dev'];

function programOf(name: DemoName): string[] {
  switch (name) {
    case 'angular':
      return ng;
    case 'astro':
      return astro;
    case 'next':
      return next;
    default:
      return vite;
  }
}

async function serve(name: DemoName, folder: string, root: string, port: number): Promise<ChildProcess> {
  const [program = '', ...options] = programOf(name);
  const child = spawn(
    process.execPath,
    [
      ...(name === 'next' ? [] : ['--conditions=@annotate-mcp/source']),
      join(repository, 'node_modules', program),
      ...options,
      '--port',
      String(port),
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        ANNOTATE_PROJECT_ROOT: root,
        ANNOTATE_DEMO_PACKAGES: repository,
        ANNOTATE_TOKEN: visitorToken,
        ANNOTATE_DEMO_AGENT: join(repository, 'demos/agent/src/acp.ts'),
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        ASTRO_TELEMETRY_DISABLED: '1',
        NEXT_TELEMETRY_DISABLED: '1',
        PORT: undefined, // which Angular's dev server would prefer
        // Started by a test run, but not a part of it: there the plugins do nothing.
        ...(process.env.VITEST !== undefined && { VITEST: undefined, NODE_ENV: undefined }),
      },
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
