/** One process of a hub, as the dev server sees it: started, asked, and ended. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AnnotateError, isRecord, type Manifest } from '@annotate-mcp/core';

import type { HubSettings } from '../options.ts';

import type { HubAddress } from './forward.ts';
import type { DescribedError, FromHub, ToHub } from './messages.ts';

export interface HubChildOptions {
  /** Store URL. Default: `sqlite:`. */
  readonly store?: string | undefined;
  readonly settings: HubSettings;
  readonly manifest: () => Manifest | Promise<Manifest>;
  readonly onError: (error: unknown) => void;
}

export interface HubChild {
  readonly address: HubAddress;
  readonly manifestChanged: () => void;
  /** Resolves with what is known of the end, also when nobody asked for it. */
  readonly ended: Promise<HubEnd>;
  /** Closes the pages' sockets with the code, then the store. Resolves when the process has ended. */
  readonly close: (code: number) => Promise<void>;
}

/** How a process ended, in words: `ended with the code 1`, and the last lines it printed. */
export interface HubEnd {
  readonly how: string;
  readonly said: string;
}

/** Rejects when the process cannot be started, or when it cannot open the hub. It ends when this process ends in any way. */
export async function startHubChild({
  store,
  settings,
  manifest,
  onError,
}: HubChildOptions): Promise<HubChild> {
  const key = randomBytes(32).toString('base64url');
  const child = startProcess();
  const ended = endOf(child);
  const send = (message: ToHub): void => {
    // A process that has ended cannot be told anything, and its end is noticed elsewhere.
    if (child.connected) child.send(message, () => undefined);
  };
  const opened = new Promise<string>((resolve, reject) => {
    child.on('message', (message: unknown) => {
      if (!isFromHub(message)) return;
      if (message.type === 'opened') resolve(message.path);
      else if (message.type === 'failed') reject(errorOf(message.error));
      else if (message.type === 'error') onError(errorOf(message.error));
      else void answerManifest(message.id);
    });
    void ended.then(({ how, said }) => reject(notStartedError(how, said)));
  });
  const answerManifest = async (id: number): Promise<void> => {
    try {
      send({ type: 'manifest', id, manifest: await manifest() });
    } catch (error) {
      onError(error);
      send({ type: 'manifest', id, manifest: {} });
    }
  };
  send({ type: 'open', settings, key, ...(store !== undefined && { store }) });
  const path = await opened;
  void ended.then(() => removeSocket(path));
  keepRunning(child, false);
  return {
    address: { path, key },
    manifestChanged: () => send({ type: 'manifest:changed' }),
    ended,
    async close(code) {
      keepRunning(child, true);
      send({ type: 'close', code });
      const timer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** More than the hub and its store ever take to close. */
const closeTimeoutMs = 5_000;

function startProcess(): ChildProcess {
  const { file, nodeArguments } = hubProgram();
  const child = fork(file, [], {
    execArgv: nodeArguments,
    env: environment(),
    // Standard error is kept for the case that it ends with an error. A dev server's own output stays as it is.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    windowsHide: true,
  });
  // An error without a listener would end the dev server. Whether the process runs is known by its end.
  child.on('error', () => undefined);
  child.stderr?.on('error', () => undefined);
  return child;
}

/** A checkout runs from its sources, with the argument of Node that finds the sources of the other packages. */
function hubProgram(): { file: string; nodeArguments: string[] } {
  const own = import.meta.url;
  if (own.endsWith('.ts'))
    return {
      file: fileURLToPath(new URL('./bin.ts', own)),
      nodeArguments: [quiet, '--conditions=@annotate-mcp/source'],
    };
  // By name, because this module is bundled into the plugins of several packages.
  return { file: createRequire(own).resolve('@annotate-mcp/hub/process'), nodeArguments: [quiet] };
}

/** Older versions of Node warn of SQLite, and the warning would be reported with each error. */
const quiet = '--disable-warning=ExperimentalWarning';

/** The person may debug the dev server: two processes cannot listen at one inspector port, and a break would stop the hub. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options = '', ...others } = process.env;
  const kept = options.replaceAll(/(?:^|\s)--inspect[\w-]*(?:=\S+)?/g, '').trim();
  return kept === '' ? others : { ...others, NODE_OPTIONS: kept };
}

async function endOf(child: ChildProcess): Promise<HubEnd> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestReport);
  });
  try {
    // Not `close`: an editor that the hub has started may keep its standard error open.
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return { how: signal === null ? `ended with the code ${String(code)}` : `was ended by ${signal}`, said };
  } catch (error) {
    return { how: `could not be started (${error instanceof Error ? error.message : String(error)})`, said };
  }
}

const longestReport = 1_000;

/** Whether this process waits for the child. A hub does not keep a dev server from ending. */
function keepRunning(child: ChildProcess, isKept: boolean): void {
  const parts = [child, child.channel, child.stderr instanceof Socket ? child.stderr : null];
  for (const part of parts) {
    if (isKept) part?.ref();
    else part?.unref();
  }
}

/** One that was killed leaves its socket behind, in a folder of its own. Named pipes are gone with their process. */
function removeSocket(path: string): void {
  if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true });
}

function isFromHub(message: unknown): message is FromHub {
  return isRecord(message) && typeof message.type === 'string';
}

function errorOf({ message, hint, code }: DescribedError): Error {
  return Object.assign(new Error(message), {
    ...(hint !== undefined && { hint }),
    ...(code !== undefined && { code }),
  });
}

function notStartedError(how: string, said: string): AnnotateError {
  const last = said.trim();
  return new AnnotateError('hub/ended', `Its process ${how}.${last === '' ? '' : ` It said: ${last}`}`, {
    hint: 'Start the dev server again. Run npx annotate-mcp doctor if it stays.',
  });
}
