/** A dev server whose hub runs in a process of its own, and what other processes see of its store. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import { type HubProcessOptions, startHub } from '../process/start-hub.ts';

import { temporaryFolder } from './hub-server.ts';
import { payload, TestTab } from './tab.ts';

export const ofTheApp: RequestListener = (_request, response) => void response.end('of the app');
export const create = (n: number) => ({ type: 'annotation:create', payload: payload(n) }) as const;

/** A dev server with a hub; both end with the test. */
export async function startApp({
  root = temporaryFolder(),
  ...options
}: Partial<HubProcessOptions> & { root?: string } = {}) {
  const errors: unknown[] = [];
  const hub = await startHub({ projectRoot: root, onError: (error) => errors.push(error), ...options });
  onTestFinished(() => hub.close());
  const url = await listen(createServer(ofTheApp), (server) => hub.attach(server));
  return { hub, root, errors, url, openTab: () => openTab(url) };
}

export async function listen(server: Server, prepare: (server: Server) => void): Promise<string> {
  prepare(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}

export async function openTab(url: string): Promise<TestTab> {
  const tab = await TestTab.open(`${url}/__annotate`);
  await tab.resume();
  return tab;
}

/** The processes that have a hub open in the project. */
export function hubPids(root: string): number[] {
  const folder = join(root, '.annotate', 'hubs');
  return existsSync(folder) ? readdirSync(folder).map(Number) : [];
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a script of this folder in a process of its own. */
export function startScript(name: string, root: string): ChildProcessByStdio<null, Readable, null> {
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return spawn(process.execPath, ['--conditions=@annotate-mcp/source', script, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** A dev server with a hub, in a process that the test ends. */
export async function startAppProcess(root: string) {
  const app = startScript('app-process', root);
  onTestFinished(() => void app.kill('SIGKILL'));
  const [port] = (await once(createInterface(app.stdout), 'line')) as [string];
  const url = `http://127.0.0.1:${port}`;
  const [pid = 0] = hubPids(root).filter(isAlive);
  return { app, url, pid };
}

/** The ids in the store, as another process reads them. */
export async function listElsewhere(root: string): Promise<string[]> {
  const ids = await text(startScript('list-process', root).stdout);
  return ids === '' ? [] : ids.split('\n');
}

/** What a bundler that watches a whole folder does. */
export function readEveryFile(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) closeSync(openSync(join(entry.parentPath, entry.name), 'r'));
}
