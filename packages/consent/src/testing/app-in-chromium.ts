/** The page of a question in Chromium: alone, and in frames of an app. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

import type { Asked } from '../asked.ts';

import { openTestPage, permission } from './asked.ts';

let browser: Browser;

/** Called once per file. */
export function useChromium(): void {
  beforeAll(async () => {
    const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
      (path) => path !== undefined && existsSync(path),
    );
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        '--host-resolver-rules=MAP evil.example 127.0.0.1',
      ],
    });
  });

  afterAll(() => browser.close());
}

/** Chromium draws a page of this size much sooner than one with room for many frames. */
const viewport = { width: 900, height: 900 };

export async function openContext(size = viewport): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: size });
  onTestFinished(() => context.close());
  return context;
}

export async function openBrowserPage(url: string, size = viewport): Promise<Page> {
  const context = await openContext(size);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** An app on another port of this machine, with the question in one or several frames. */
export async function openApp(question: string, frames = 1): Promise<Page> {
  const address = await serveApp(question, frames);
  // Up to four in a row.
  const rows = Math.ceil(frames / 4);
  return frames === 1
    ? openBrowserPage(address)
    : openBrowserPage(address, { width: 1680, height: rows * 420 });
}

export async function serveApp(question: string, frames = 1): Promise<string> {
  const cell = `<div><iframe src="${question}" sandbox="allow-scripts allow-same-origin"></iframe><i></i></div>`;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><style>body{margin:0;display:flex;flex-wrap:wrap}
      div{position:relative}iframe{display:block;border:0;width:420px;height:420px}</style><style id="change"></style>
      <script>messages = []; addEventListener('message', ({ data }) => messages.push(data));</script>
      ${cell.repeat(frames)}`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

export async function ask(asked: Asked = permission) {
  const { consent, store, urlOfNewest } = await openTestPage();
  let given: unknown = 'none yet';
  const answer = consent.ask(asked).then((value) => (given = value));
  return { consent, store, answer, url: await urlOfNewest(), answered: () => given };
}
