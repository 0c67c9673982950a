/** One process of a hub, as the dev server sees it: started, asked, and ended. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AnnotateError, isRecord, type Manifest } from '@annotate-mcp/core';
import { type ChildProcess, forkNode } from '@annotate-mcp/store/fork-node';

import { withPatience } from '../integration/patience.ts';
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
  /** See `AnswerWatch`. A process that hangs is ended. */
  readonly expectAnswer: () => () => void;
  /** Resolves with what is known of the end, even when the dev server did not ask for it. */
  readonly ended: Promise<HubEnd>;
  /** For one that cannot be reached, such as after the folder of its socket was deleted. */
  readonly end: () => void;
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
  let isHung = false;
  const ended = endOf(child, () => isHung);
  const onHang = (): void => {
    isHung = true;
    // One that hangs takes no other signal.
    child.kill('SIGKILL');
  };
  const send = (message: ToHub): void => {
    // A process that has ended cannot be told anything, and its end is noticed elsewhere.
    if (child.connected) child.send(message, () => undefined);
  };
  const answers = watchAnswers({ ask: () => send({ type: 'alive:ask' }), onHang });
  const opened = new Promise<string>((resolve, reject) => {
    child.on('message', (message: unknown) => {
      if (!isFromHub(message)) return;
      if (message.type === 'opened') resolve(message.path);
      else if (message.type === 'failed') reject(errorOf(message.error));
      else if (message.type === 'error') onError(errorOf(message.error));
      else if (message.type === 'alive') answers.heard();
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
  // Node ends the dev server for a rejection that nothing handles, even when what waits for it has failed.
  opened.catch(() => undefined);
  send({ type: 'open', settings, key, ...(store !== undefined && { store }) });
  const path = await withPatience(opened, openPatienceMs, notOpenedError).catch((error: unknown) => {
    onHang();
    throw error;
  });
  void ended.then(() => removeSocket(path));
  keepRunning(child, false);
  return {
    address: { path, key },
    manifestChanged: () => send({ type: 'manifest:changed' }),
    expectAnswer: answers.expectAnswer,
    ended,
    end: () => void child.kill(),
    async close(code) {
      keepRunning(child, true);
      send({ type: 'close', code });
      const timer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Many times what the process takes to start on a machine that has too much to do. */
const openPatienceMs = 60_000;

/** More than the hub and its store ever take to close. */
const closeTimeoutMs = 5_000;

function startProcess(): ChildProcess {
  const { file, nodeArguments } = hubProgram();
  const child = forkNode(file, {
    execArgv: nodeArguments,
    env: hubEnvironment(process.env),
    // Standard error is kept for the case that it ends with an error. A dev server's own output stays as it is.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
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

/**
 * The environment of the dev server, without what would load other people's code. `NODE_OPTIONS` may name modules of
 * the person's or of an editor, such as a loader of TypeScript, a tracer or a debugger. Beside the store they could make
 * it lose its locks, and keep the hub from starting. Those of Yarn's Plug'n'Play stay: without them no package is found.
 */
export function hubEnvironment({ NODE_OPTIONS, ...others }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = NODE_OPTIONS === undefined ? '' : keptOptions(NODE_OPTIONS);
  return kept === '' ? others : { ...others, NODE_OPTIONS: kept };
}

function keptOptions(options: string): string {
  // As Node splits them: quotes keep blanks together, and a backslash in quotes stands before a quote.
  const parts = options.match(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g) ?? [];
  const kept: string[] = [];
  for (let n = 0; n < parts.length; n++) {
    const [, name = '', ownValue] = /^([^=]*)(?:=(.*))?$/s.exec(parts[n] ?? '') ?? [];
    const kind = kindOf(name.replaceAll('_', '-'));
    const option = [parts[n] ?? ''];
    if (kind.hasValue && ownValue === undefined) option.push(parts[++n] ?? '');
    if (!kind.isLeftOut || pnpFile.test(option.join(' '))) kept.push(...option);
  }
  return kept.join(' ');
}

function kindOf(name: string): { isLeftOut: boolean; hasValue: boolean } {
  // Two processes cannot listen at one inspector port, and a break would stop the hub.
  if (name.startsWith('--inspect')) return { isLeftOut: true, hasValue: name === '--inspect-port' };
  const hasValue = loading.has(name);
  return { isLeftOut: hasValue, hasValue };
}

const loading = new Set([
  '--require',
  '-r',
  '--import',
  '--loader',
  '--experimental-loader',
  // Another name of `--inspect-port`.
  '--debug-port',
]);

const pnpFile = /\.pnp\.(?:c?js|loader\.mjs)"?$/;

async function endOf(child: ChildProcess, isHung: () => boolean): Promise<HubEnd> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestReport);
  });
  const how = await new Promise<string>((resolve) => {
    // Not `close`: an editor that the hub has started may keep its standard error open.
    child.once('exit', (code, signal) => {
      if (isHung()) resolve('did not answer any more');
      else resolve(signal === null ? `ended with the code ${String(code)}` : `was ended by ${signal}`);
    });
    child.once('error', (error) => {
      // Others are of a message or a signal that could not be sent to a process that runs.
      if (child.pid === undefined) resolve(`could not be started (${error.message})`);
    });
  });
  return { how, said };
}

const longestReport = 1_000;

/** Whether this process waits for the child. A hub does not keep a dev server from ending. */
function keepRunning(child: ChildProcess, isKept: boolean): void {
  const parts = [child, child.channel, child.stderr instanceof Socket ? child.stderr : null];
  for (const part of parts) {
    // In Bun the channel has neither method.
    if (part === null || part === undefined || !('unref' in part)) continue;
    if (isKept) part.ref();
    else part.unref();
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

function notOpenedError(patienceMs: number): AnnotateError {
  return notStartedError(`did not open the store within ${patienceMs / 1_000} seconds`, '');
}

interface AnswerWatch {
  /** A page waits from now on, until the returned function is called. */
  readonly expectAnswer: () => () => void;
  /** The process is there. */
  readonly heard: () => void;
}

interface AnswerWatchDeps {
  /** Asks the process; its answer is `heard`. */
  readonly ask: () => void;
  readonly onHang: () => void;
}

/**
 * Notices a process that hangs: while a page waits, it asks whether the process is there. Without this a page would
 * wait for the overlay's script forever, and the browser would never tell the app that the page has loaded.
 *
 * Looks count the time, because a dev server that was busy or asleep for long has given the process no time.
 * Between two looks this process reads what the other one has said.
 */
export function watchAnswers({ ask, onHang }: AnswerWatchDeps): AnswerWatch {
  const waiting = new Set<symbol>();
  let timer: NodeJS.Timeout | undefined;
  let unanswered = 0;

  const look = (): void => {
    if (unanswered === mostUnanswered) {
      stop();
      onHang();
      return;
    }
    unanswered += 1;
    ask();
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    unanswered = 0;
  };
  return {
    expectAnswer() {
      const one = Symbol('a page that waits');
      waiting.add(one);
      timer ??= setInterval(look, lookEveryMs).unref();
      return () => {
        waiting.delete(one);
        if (waiting.size === 0) stop();
      };
    },
    heard: () => {
      unanswered = 0;
    },
  };
}

const lookEveryMs = 1_000;
/** In a row. Nothing that the hub does in one go takes nearly as long, and a page waits for its socket a while longer. */
const mostUnanswered = 10;
