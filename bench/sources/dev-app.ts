/** Installs an app outside of the workspaces, as a person would have it, and runs its dev server. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Setup } from './setups.ts';

const packages = join(import.meta.dirname, '../../packages');
const startLimitMs = 120_000;

export interface DevApp extends AsyncDisposable {
  readonly folder: string;
  readonly url: string;
}

export async function startApp(setup: Setup, progress: (message: string) => void): Promise<DevApp> {
  const folder = await installApp(setup, progress);
  const port = await freePort();
  const [program, ...args] = setup.command;
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules', program), ...args, '--port', String(port)],
    {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        // Bundling for the page has set it to production in this process.
        NODE_ENV: 'development',
        ANNOTATE_VITE: join(packages, 'vite-plugin/dist/index.js'),
        ANNOTATE_NEXT: join(packages, 'next/dist/index.js'),
        ANNOTATE_RSBUILD: join(packages, 'unplugin/dist/rsbuild.js'),
        ANNOTATE_ASTRO: join(packages, 'astro/dist/index.js'),
        ASTRO_TELEMETRY_DISABLED: '1',
        NUXT_TELEMETRY_DISABLED: '1',
        NEXT_TELEMETRY_DISABLED: '1',
      },
    },
  );
  const url = `http://localhost:${port}${setup.path}`;
  await untilAnswered(url, child, setup.name);
  return { folder, url, [Symbol.asyncDispose]: () => stop(child) };
}

async function installApp({ name, fixture, dependencies }: Setup, progress: (message: string) => void) {
  const folder = join(tmpdir(), 'annotate-mcp-bench', `sources-${name.replace(/\W+/g, '-')}`);
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (const made of ['app', 'src', '.nuxt', '.svelte-kit', '.astro', '.next', 'node_modules/.vite']) {
    rmSync(join(folder, made), { recursive: true, force: true });
  }
  cpSync(join(import.meta.dirname, 'fixtures', fixture), folder, { recursive: true });
  if (existsSync(join(folder, 'node_modules'))) return folder;
  // Newer versions of these two have no binaries for every system.
  const overrides = { rolldown: '1.2.15', 'oxc-parser': '0.154.0', '@astrojs/compiler-rs': '0.4.1' };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies, overrides }),
  );
  progress(`installing ${name} into ${folder}`);
  await promisify(execFile)('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

async function untilAnswered(url: string, child: ChildProcess, name: string): Promise<void> {
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The dev server of ${name} ended with ${child.exitCode}.`);
    const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null);
    if (response?.ok) return;
    await wait(300);
  }
  await stop(child);
  throw new Error(`The dev server of ${name} did not answer at ${url}.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
