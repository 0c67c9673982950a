/** Servers of other projects; each starts its own Chromium. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { installPeer } from '../install-peer.ts';

import { chromiumPath, viewport } from './chromium.ts';
import type { Connected } from './ours.ts';
import { type Call, call, type Dialect, overMcp } from './over-mcp.ts';
import type { Subject } from './subject.ts';

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** In its package. */
  readonly script: string;
  readonly args: (executable: string, size: string) => string[];
  readonly open: (url: string) => Call;
  readonly dialect: Dialect;
}

export const peers: readonly Peer[] = [
  {
    name: '@playwright/mcp',
    version: '0.0.83',
    script: 'cli.js',
    args: (executable, size) => [
      '--headless',
      '--isolated',
      '--no-sandbox',
      // Otherwise it also takes a snapshot after each click, which the others do not.
      '--snapshot-mode=none',
      '--executable-path',
      executable,
      '--viewport-size',
      size,
    ],
    open: (url) => ({ name: 'browser_navigate', arguments: { url } }),
    dialect: {
      evaluate: (expression) => ({
        name: 'browser_evaluate',
        arguments: { function: `() => ${expression}` },
      }),
      click: (target) => ({ name: 'browser_click', arguments: { element: 'a button', target } }),
      snapshot: { name: 'browser_snapshot', arguments: {} },
      screenshot: { name: 'browser_take_screenshot', arguments: { type: 'jpeg' } },
      ref: /\[ref=(\w+)\]/,
    },
  },
  {
    name: 'chrome-devtools-mcp',
    version: '1.11.0',
    script: 'build/src/bin/chrome-devtools-mcp.js',
    args: (executable, size) => [
      '--headless',
      '--isolated',
      '--chromeArg=--no-sandbox',
      '--no-usage-statistics',
      '--executablePath',
      executable,
      '--viewport',
      size,
    ],
    open: (url) => ({ name: 'navigate_page', arguments: { pageId: 1, url } }),
    dialect: {
      evaluate: (expression) => script(expression, true),
      read: (expression) => script(expression, false),
      click: (uid) => ({ name: 'click', arguments: { pageId: 1, uid } }),
      snapshot: { name: 'take_snapshot', arguments: { pageId: 1 } },
      screenshot: { name: 'take_screenshot', arguments: { pageId: 1, format: 'jpeg', quality: 80 } },
      ref: /uid=(\w+)/,
    },
  },
];

function script(expression: string, waitForStableDom: boolean): Call {
  const name = 'evaluate_script';
  return { name, arguments: { pageId: 1, function: `() => ${expression}`, waitForStableDom } };
}

export async function startPeer(
  peer: Peer,
  pageUrl: string,
  progress: (message: string) => void,
): Promise<Subject> {
  const connected = await connectPeer(peer, [], progress);
  const stop = async (): Promise<void> => connected[Symbol.asyncDispose]();
  try {
    await call(connected.client, peer.open(pageUrl));
    return await overMcp(`peer: ${peer.name} ${peer.version}`, connected.client, peer.dialect, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `more` are further arguments of its command line. */
export async function connectPeer(
  { name, version, script: file, args }: Peer,
  more: readonly string[],
  progress: (message: string) => void,
): Promise<Connected> {
  const installed = await installPeer({ name, version, script: file }, progress);
  // It writes screenshots and snapshots to its working folder.
  const folder = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  const client = new Client({ name: 'bench', version: '1' });
  const size = `${viewport.width}x${viewport.height}`;
  const stop = async (): Promise<void> => {
    await client.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [installed, ...args(chromiumPath(), size), ...more],
        stderr: 'ignore',
        cwd: folder,
      }),
    );
    return { client, folder, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
