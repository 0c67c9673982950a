/** A Chromium with the built extension in it, as a person has it: nothing else is attached to its pages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { extensionId } from '@annotate-mcp/browser-protocol';

import { type Cdp, connectCdp } from './cdp.ts';

const built = join(import.meta.dirname, '../../../apps/extension/dist/unpacked');

export interface Chrome extends AsyncDisposable {
  /** For `chromium.connectOverCDP`. */
  readonly endpoint: string;
  readonly cdp: Cdp;
  /** The folder that the extension was loaded from. */
  readonly extension: string;
  /** Runs in the extension's worker, which is started when it sleeps. */
  inWorker<T>(code: string): Promise<T>;
  /** As the browser does when it is idle: from one moment to the next. */
  killWorker(): Promise<void>;
  /** Runs in the popup's page, opened for it as a background tab. */
  inPopup<T>(code: string): Promise<T>;
  connectTo(connection: { url: string; key: string } | null): Promise<void>;
}

export interface ChromeOptions {
  /** A site that the person allowed the extension to read, as clicking on its button does. */
  readonly allowed?: string;
  /** Loads the extension from this folder, instead of from a copy of what was built. */
  readonly unpacked?: string;
  /** What agents may do: everything, unless the test is about the questions that the person is asked first. */
  readonly consent?: 'allow' | 'ask';
  /** Optional permissions that the person gave: Chrome's question for them cannot be answered by a test. */
  readonly permissions?: readonly string[];
  /** How many pixels the screen has for each pixel of a page. */
  readonly pixelRatio?: number;
}

/** After this time a Chrome that was asked to close is ended. */
const closingMs = 10_000;

async function closeChrome(child: ChildProcess, cdp: Cdp): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(end, closingMs);
  // Chrome may close the connection before it answers: its end is awaited, and not the answer.
  cdp.send('Browser.close').catch(end);
  await exited;
  clearTimeout(timer);
}

export async function startChrome({
  allowed,
  unpacked,
  consent = 'allow',
  permissions = [],
  pixelRatio = 1,
}: ChromeOptions = {}): Promise<Chrome> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-chrome-'));
  const extension = unpacked ?? join(folder, 'extension');
  if (unpacked === undefined) cpSync(built, extension, { recursive: true });
  if (allowed !== undefined) allow(join(extension, 'manifest.json'), allowed);
  if (permissions.length > 0) give(join(extension, 'manifest.json'), permissions);
  setPreferences(folder);
  const child = launch(folder, extension, pixelRatio);
  const endpoint = await endpointOf(child);
  const cdp = await connectCdp(endpoint);
  await inWorker(cdp, `chrome.storage.local.set({ consent: { mode: '${consent}' } })`);
  const chrome: Chrome = {
    endpoint,
    cdp,
    extension,
    inWorker: (code) => inWorker(cdp, code),
    inPopup: (code) => inPopup(cdp, code),
    killWorker: () => killWorker(cdp),
    connectTo: async (connection) => {
      const code =
        connection === null
          ? `chrome.storage.local.remove('connection')`
          : `chrome.storage.local.set({ connection: ${JSON.stringify(connection)} })`;
      await inWorker(cdp, code);
    },
    [Symbol.asyncDispose]: async () => {
      await closeChrome(child, cdp);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  return chrome;
}

function allow(manifest: string, site: string): void {
  const content = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...content, host_permissions: [`${site}/*`] }));
}

function give(manifest: string, more: readonly string[]): void {
  const content = JSON.parse(readFileSync(manifest, 'utf8')) as { permissions: string[] };
  const permissions = [...content.permissions, ...more];
  writeFileSync(manifest, JSON.stringify({ ...content, permissions, optional_permissions: [] }));
}

/**
 * Downloads get into no folder of the person who runs the tests. Developer mode is on, as it is for a person who loads
 * an extension from a folder: without it Chrome does not load it again.
 */
function setPreferences(folder: string): void {
  const profile = join(folder, 'profile', 'Default');
  mkdirSync(profile, { recursive: true });
  const download = { default_directory: join(folder, 'downloads'), prompt_for_download: false };
  writeFileSync(
    join(profile, 'Preferences'),
    JSON.stringify({ download, extensions: { ui: { developer_mode: true } } }),
  );
}

function launch(folder: string, extension: string, pixelRatio: number): ChildProcess {
  return spawn(
    executable(),
    [
      '--headless=new',
      '--no-sandbox', // containers run as root, where Chromium's sandbox refuses to start
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--no-default-browser-check',
      '--site-per-process',
      '--window-size=1200,900',
      `--force-device-scale-factor=${pixelRatio}`,
      '--remote-debugging-port=0',
      `--user-data-dir=${join(folder, 'profile')}`,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

function executable(): string {
  const candidates = [process.env.CHROME_BIN, '/usr/lib/chromium/chromium', '/usr/bin/chromium'];
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error('There is no Chromium. Set CHROME_BIN to one.');
  return found;
}

async function endpointOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('Chromium has no output.');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const [, endpoint] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? [];
    if (endpoint !== undefined) {
      child.stderr.resume();
      return endpoint;
    }
  }
  throw new Error(`Chromium did not start: ${said.join('\n')}`);
}

interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
}

async function workerOf(cdp: Cdp): Promise<string | null> {
  const { targetInfos } = (await cdp.send('Target.getTargets')) as { targetInfos: TargetInfo[] };
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.startsWith(`chrome-extension://${extensionId}/`),
  );
  return worker?.targetId ?? null;
}

async function inWorker<T>(cdp: Cdp, code: string): Promise<T> {
  const targetId = await workerOf(cdp);
  if (targetId === null) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return inWorker(cdp, code);
  }
  return evaluate(cdp, targetId, code);
}

async function inPopup<T>(cdp: Cdp, code: string): Promise<T> {
  const url = `chrome-extension://${extensionId}/popup.html`;
  const { targetId } = await cdp.send('Target.createTarget', { url, background: true });
  try {
    return await evaluate(cdp, String(targetId), code);
  } finally {
    await cdp.send('Target.closeTarget', { targetId });
  }
}

async function evaluate<T>(cdp: Cdp, targetId: string, code: string): Promise<T> {
  const { sessionId } = (await cdp.send('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string;
  };
  try {
    await untilReady(cdp, sessionId);
    const { result, exceptionDetails } = (await cdp.send(
      'Runtime.evaluate',
      { expression: code, awaitPromise: true, returnByValue: true },
      sessionId,
    )) as { result: { value?: T }; exceptionDetails?: { exception?: { description?: string } } };
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? 'It threw.');
    return result.value as T;
  } finally {
    // Attached, it would never be stopped.
    await cdp.send('Target.detachFromTarget', { sessionId }).catch(() => undefined);
  }
}

async function killWorker(cdp: Cdp): Promise<void> {
  const targetId = await workerOf(cdp);
  if (targetId === null) return;
  await cdp.send('Target.closeTarget', { targetId });
}

/** A document or worker that has just been made does not have the extension's interfaces yet. */
async function untilReady(cdp: Cdp, session: string): Promise<void> {
  const expression = `typeof globalThis.chrome?.runtime?.sendMessage`;
  for (;;) {
    const { result } = (await cdp.send('Runtime.evaluate', { expression }, session)) as {
      result: { value?: string };
    };
    if (result.value === 'function') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
