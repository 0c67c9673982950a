/** Installs an app outside the workspaces, as a person would have it, runs its dev server and builds it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';

import type { Command, Setup } from './setups/setup.ts';

const repository = join(import.meta.dirname, '../..');
const packages = join(repository, 'packages');
const startLimitMs = 180_000;

export interface DevApp extends AsyncDisposable {
  readonly folder: string;
  readonly pid: number;
  readonly url: string;
  /** From the start of the process to the answer with the page. */
  readonly startedInMs: number;
}

/** `overrides` are variables of its environment. */
export async function startApp(
  setup: Setup,
  progress: (message: string) => void,
  overrides: NodeJS.ProcessEnv = {},
): Promise<DevApp> {
  const folder = await installApp(setup, progress);
  const port = await freePort();
  const from = performance.now();
  const [program, ...args] = setup.command;
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules', program), ...args, '--port', `${port}`],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment('development'), ...overrides },
    },
  );
  const url = `http://localhost:${port}${setup.path}`;
  try {
    await untilReady(child, setup, port);
    await untilPageAnswers(url, setup);
  } catch (error) {
    await stop(child);
    throw error;
  }
  const startedInMs = performance.now() - from;
  return { folder, pid: child.pid ?? 0, url, startedInMs, [Symbol.asyncDispose]: () => stop(child) };
}

/**
 * Returns the folders with what was built.
 * @internal Only the test builds.
 */
export async function buildApp(setup: Setup, progress: (message: string) => void): Promise<string[]> {
  const folder = await installApp(setup, progress);
  const built = setup.built.map((each) => join(folder, each));
  for (const each of built) rmSync(each, { recursive: true, force: true });
  const [program, ...args]: Command = setup.build;
  const building = promisify(execFile)(process.execPath, [join(folder, 'node_modules', program), ...args], {
    cwd: folder,
    env: environment('production'),
    maxBuffer: 64 * 1024 * 1024,
  });
  await building.catch((error: unknown) => {
    // Some compilers print what is wrong to the standard output, which is not in the message.
    const printed = typeof error === 'object' && error !== null && 'stdout' in error ? error.stdout : '';
    throw new Error(`${setup.name} cannot be built:\n${String(printed)}`, { cause: error });
  });
  return built;
}

function environment(mode: 'development' | 'production'): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Bundling for the page sets it in this process, and Vitest sets its own.
    NODE_ENV: mode,
    VITEST: undefined,
    // With it, Nuxt prints only errors.
    TEST: undefined,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    ANNOTATE_VITE: join(packages, 'vite-plugin/dist/bundle/index.js'),
    ANNOTATE_NEXT: join(packages, 'next/dist/bundle/index.js'),
    ANNOTATE_NUXT: join(packages, 'nuxt/dist/index.js'),
    ANNOTATE_RSBUILD: join(packages, 'unplugin/dist/bundle/rsbuild.js'),
    ANNOTATE_WEBPACK: join(packages, 'unplugin/dist/bundle/webpack.js'),
    ANNOTATE_ASTRO: join(packages, 'astro/dist/index.js'),
    ASTRO_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
  };
}

const madeFolders = ['app', 'src', '.nuxt', '.svelte-kit', '.astro', '.next', '.vinxi', 'node_modules/.vite'];

/** Returns its folder, with the files of the app as they are written and no caches. */
export async function installApp(setup: Setup, progress: (message: string) => void): Promise<string> {
  const { name, fixture, files = {}, dependencies, links = {} } = setup;
  const folder = join(tmpdir(), 'annotate-mcp-bench', `sources-${name.replace(/\W+/g, '-')}`);
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (const made of madeFolders) rmSync(join(folder, made), { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'fixtures', fixture), folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  if (!isInstalled(folder, manifestOf(dependencies))) {
    progress(`installing ${name} into ${folder}`);
    await install(folder, manifestOf(dependencies));
  }
  for (const [link, target] of Object.entries(links)) {
    const place = join(folder, 'node_modules', link);
    mkdirSync(dirname(place), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    symlinkSync(join(repository, target), place, 'junction');
  }
  return folder;
}

function manifestOf(dependencies: Setup['dependencies']): string {
  // Newer versions of these have no binaries for every system.
  const overrides = { rolldown: '1.2.15', 'oxc-parser': '0.154.0', '@astrojs/compiler-rs': '0.4.1' };
  return JSON.stringify({ private: true, type: 'module', dependencies, overrides });
}

/** Whether an earlier run has installed these very dependencies. */
function isInstalled(folder: string, manifest: string): boolean {
  const file = join(folder, 'package.json');
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === manifest;
  return isSame && existsSync(join(folder, 'node_modules'));
}

async function install(folder: string, manifest: string): Promise<void> {
  const file = join(folder, 'package.json');
  writeFileSync(file, manifest);
  try {
    await promisify(execFile)('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
  } catch (error) {
    // The next run has to install again.
    rmSync(file);
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** When the dev server has printed that it can answer. */
function untilReady(child: ChildProcess, { name, ready }: Setup, port: number): Promise<void> {
  const expected = ready ?? new RegExp(`:${port}\\b`);
  let printed = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The dev server of ${name} ${what}:\n${printed}`));
    const timer = setTimeout(() => fail(`printed nothing like ${expected}`), startLimitMs);
    const onOutput = (chunk: Buffer) => {
      printed += stripVTControlCharacters(chunk.toString());
      if (!expected.test(printed)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

/** Nitro answers with 503 while the worker that renders pages is still starting. */
async function untilPageAnswers(url: string, { name }: Setup): Promise<void> {
  const until = performance.now() + startLimitMs;
  for (;;) {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    await response.text();
    if (response.ok) return;
    if (response.status !== 503 || performance.now() > until)
      throw new Error(`${url} of ${name} answered with ${response.status}.`);
    await wait(100);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
