/** `annotate-mcp serve` and a Chromium with the built extension, connected to each other. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chromium } from 'playwright-core';

import { decodeConnection, extensionId } from '@annotate-mcp/browser-protocol';

import { bin } from '../bin.ts';

import { chromiumPath, viewport } from './chromium.ts';
import { call, type Dialect, overMcp, textOf } from './over-mcp.ts';
import type { Subject } from './subject.ts';

/** An agent that is connected to a browser through a server. */
export interface Connected extends AsyncDisposable {
  readonly client: Client;
  /** The server works in this folder. */
  readonly folder: string;
}

/** Ours has a server that also listens for agents which connect over HTTP. */
interface ConnectedOurs extends Connected {
  readonly serverUrl: string;
  /** Of Chromium's debugger. */
  readonly endpoint: string;
}

/** The agent is connected over stdio, as agents usually are, and as those of the peers are. */
export async function connectOurs(): Promise<ConnectedOurs> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  const started: ChildProcess[] = [];
  const client = new Client({ name: 'bench', version: '1' });
  const stop = async (): Promise<void> => {
    await client.close();
    for (const child of started) await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const serverUrl = await serve(folder, started);
    const endpoint = await startChromium(folder, started);
    await connectExtension(endpoint, await connectionString(serverUrl, folder));
    await client.connect(stdioServer(folder));
    return { client, folder: projectIn(folder), serverUrl, endpoint, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Its tab in front as the others have theirs, the same over HTTP, and a tab behind, as an agent's tabs are unless it
 * asks.
 */
export async function startOurs(pageUrl: string): Promise<Subject[]> {
  const connected = await connectOurs();
  try {
    const { client, serverUrl, endpoint } = connected;
    const open = async (active: boolean) => {
      const opened = await call(client, { name: 'browser_create_tab', arguments: { url: pageUrl, active } });
      return dialectOf(tabIn(opened));
    };
    const inFront = await open(true);
    await fitWindow(client, inFront, endpoint);
    const stop = async (): Promise<void> => connected[Symbol.asyncDispose]();
    const front = await overMcp('annotate-mcp', client, inFront, stop);
    const httpClient = new Client({ name: 'bench', version: '1' });
    await httpClient.connect(new StreamableHTTPClientTransport(new URL(`${serverUrl}/mcp`)));
    const overHttp = await overMcp('annotate-mcp over HTTP', httpClient, inFront, () => httpClient.close());
    const nothing = () => Promise.resolve();
    const behind = await overMcp('annotate-mcp, tab in the background', client, await open(false), nothing);
    // The background tab was opened last and has no focus.
    return [front, overHttp, behind];
  } catch (error) {
    await connected[Symbol.asyncDispose]();
    throw error;
  }
}

function tabIn({ structuredContent: opened }: CallToolResult): number {
  if (typeof opened === 'object' && opened !== null && 'tab_id' in opened) return Number(opened.tab_id);
  throw new Error('browser_create_tab named no tab.');
}

/** The window also has an address bar, and a bar that says that it is debugged: without them the page would be smaller than those of the others. */
async function fitWindow(client: Client, { evaluate }: Dialect, endpoint: string): Promise<void> {
  const answer = textOf(await call(client, evaluate('outerHeight - innerHeight')));
  const [bars] = /\d+/.exec(answer) ?? [];
  const browser = await chromium.connectOverCDP(endpoint);
  try {
    const session = await browser.newBrowserCDPSession();
    const { targetInfos } = await session.send('Target.getTargets');
    const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
    const { windowId } = await session.send('Browser.getWindowForTarget', { ...(targetId && { targetId }) });
    const bounds = { width: viewport.width, height: viewport.height + Number(bars) };
    await session.send('Browser.setWindowBounds', { windowId, bounds });
  } finally {
    await browser.close();
  }
}

function dialectOf(tab_id: number): Dialect {
  return {
    evaluate: (code) => ({ name: 'browser_execute_js', arguments: { tab_id, code } }),
    click: (ref) => ({ name: 'browser_click', arguments: { tab_id, ref } }),
    // All of it, as the others send it; unless asked it is at most 20,000 characters.
    snapshot: { name: 'browser_get_accessibility_tree', arguments: { tab_id, maxChars: 200_000 } },
    screenshot: { name: 'browser_screenshot', arguments: { tab_id } },
    ref: /\[(\w+)\]/,
  };
}

function environment(folder: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: folder, USERPROFILE: folder, APPDATA: folder };
}

async function serve(folder: string, started: ChildProcess[]): Promise<string> {
  const root = projectIn(folder);
  mkdirSync(root);
  const args = [bin(), 'serve', '--port', '0', '--root', root];
  const child = spawn(process.execPath, args, {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  return lineOf(child.stdout, /(http:\/\/127\.0\.0\.1:\d+)\/mcp/);
}

function stdioServer(folder: string): StdioClientTransport {
  const args = [bin(), '--toolsets', 'browser', '--root', projectIn(folder)];
  return new StdioClientTransport({ command: process.execPath, args, env: environment(folder) });
}

const projectIn = (folder: string): string => join(folder, 'project');

async function connectionString(server: string, folder: string): Promise<string> {
  const args = [bin(), 'serve', '--connection', '--port', new URL(server).port];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment(folder) });
  return stdout.trim();
}

/** Not by Playwright, which would be attached to its pages beside the extension. */
async function startChromium(folder: string, started: ChildProcess[]): Promise<string> {
  const built = join(import.meta.dirname, '../../apps/extension/dist/unpacked');
  if (!existsSync(built)) {
    throw new Error('apps/extension/dist is not there: run "npm run build:extension" first.');
  }
  const extension = join(folder, 'extension');
  cpSync(built, extension, { recursive: true });
  const profile = join(folder, 'profile');
  saveDownloadsTo(join(folder, 'downloads'), profile);
  const child = spawn(
    chromiumPath(),
    [
      '--headless=new',
      '--no-sandbox', // containers run as root, where Chromium's sandbox refuses to start
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
      `--window-size=${viewport.width},${viewport.height}`,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  started.push(child);
  return lineOf(child.stderr, /^DevTools listening on (ws:\S+)$/);
}

/** Otherwise they would get into a folder of the person who runs the benchmark. */
function saveDownloadsTo(folder: string, profile: string): void {
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const download = { default_directory: folder, prompt_for_download: false };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify({ download }));
}

async function connectExtension(endpoint: string, connection: string): Promise<void> {
  const browser = await chromium.connectOverCDP(endpoint);
  try {
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('Chromium has no window.');
    // The pages of the extension exist after its worker has started.
    if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker');
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${extensionId}/popup.html`);
    // The person has allowed everything: what is measured is not how fast they answer.
    const settings = { connection: decodeConnection(connection), consent: { mode: 'allow' } };
    await popup.evaluate(`chrome.storage.local.set(${JSON.stringify(settings)})`);
    await popup.getByText('Connected to').waitFor();
    await popup.close();
  } finally {
    // Disconnects; the browser stays open.
    await browser.close();
  }
}

async function lineOf(output: Readable, pattern: RegExp): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: output })) {
    said.push(line);
    const [, found] = pattern.exec(line) ?? [];
    if (found === undefined) continue;
    output.resume();
    return found;
  }
  throw new Error(`The process ended before it printed ${pattern.source}: ${said.join('\n')}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
