/** `annotate-mcp dev` from its arguments to its end. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { ListenError, listenWith, type Listener } from '@annotate-mcp/http';
import { createStoreHub, type Hub, workStarterOf } from '@annotate-mcp/hub';
import { startHint } from '@annotate-mcp/hub/integration';
import type { Store } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import { bundledFolder } from '../bundled-files.ts';
import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { howToReach } from '../how-to-reach.ts';
import { locateStore, openStoreLater, using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';
import { programCommand } from '../this-program.ts';
import { untilSignal } from '../until-signal.ts';

import { maxHeaderSize } from './proxy/forward.ts';
import { addProxy } from './proxy/proxy.ts';
import { addressError, isPlainLocal, openUpstream, parseAddress, type Upstream } from './proxy/upstream.ts';
import { runCommand } from './run-command.ts';

export interface DevOptions {
  port?: number;
  insecure?: boolean;
}

/** The same at each start: a browser keeps what it knows of a page by its address. */
const usualPort = 4747;

/** Resolves when it was stopped, or when the command has ended, with the exit code of the command. */
export async function dev(
  args: readonly string[],
  options: DevOptions & GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { address, command } = readArguments(args);
  const location = locateStore(options);
  return using(await openStoreLater(location), async (store) => {
    const hub = await openHub(store, location.root, terminal);
    const state: { upstream: Upstream | null } = { upstream: null };
    const listener = await startProxy(
      hub,
      options.port,
      () => state.upstream,
      (line) => terminal.note(`annotate-mcp: ${line}`),
    );
    const findUpstream = async (url: URL) => {
      const upstream = await openUpstream(url, options.insecure ?? false);
      if (isPlainLocal(upstream) && url.port === String(listener.port)) throw ownAddressError(url);
      return upstream;
    };
    const ending = new AbortController();
    const show = async (upstream: Upstream) => {
      state.upstream = upstream;
      const { url } = upstream;
      const soon = AbortSignal.any([ending.signal, AbortSignal.timeout(soonMs)]);
      if (!(await untilAnswered(url, soon))) {
        if (ending.signal.aborted) return;
        announceWaiting(upstream, listener, terminal);
        if (!(await untilAnswered(url, ending.signal))) return;
      }
      announce(upstream, listener, terminal);
    };
    try {
      const named = address === null ? null : await findUpstream(address);
      const onAddress = async (url: URL) => show(await findUpstream(url));
      // Signals are heard before the announcement: a program that reads it may stop this one at once.
      const ended =
        command === null
          ? untilSignal().then(() => 0)
          : runCommand(command, named === null ? onAddress : null, terminal);
      const shown = named === null ? null : show(named);
      const code = await ended;
      ending.abort();
      await shown;
      return code;
    } finally {
      ending.abort();
      await hub.close();
      await listener.close();
    }
  });
}

interface Arguments {
  address: URL | null;
  command: readonly [string, ...string[]] | null;
}

/** The first word is the address, if it is one. */
function readArguments(args: readonly string[]): Arguments {
  const [first, ...others] = args;
  if (first === undefined) {
    throw new CliError('cli/usage', 'There is no dev server to show.', {
      hint: 'Write annotate-mcp dev http://localhost:8000, or annotate-mcp dev -- npm run dev.',
    });
  }
  const address = parseAddress(first);
  if (address === null && first.includes('://')) throw addressError(first);
  const [program, ...rest] = address === null ? args : others;
  return { address, command: program === undefined ? null : [program, ...rest] };
}

/** Each request would be passed on to this program again. */
function ownAddressError({ origin }: URL): CliError {
  return new CliError('cli/usage', `${origin} is the address of annotate-mcp dev itself.`, {
    hint: 'Name the address of your dev server, or choose another port for annotate-mcp dev with --port.',
  });
}

async function openHub(store: Store, root: string, terminal: Terminal): Promise<Hub> {
  const folder = process.cwd();
  return createStoreHub({
    store,
    projectRoot: root,
    appRoot: isInside(folder, root) ? folder : root,
    overlayFolder: bundledFolder('page'),
    startWork: workStarterOf(programCommand(), root, store.url),
    onError: (error) => terminal.note(`annotate-mcp: ${String(error)}`),
  });
}

async function startProxy(
  hub: Hub,
  port: number | undefined,
  upstream: () => Upstream | null,
  note: (line: string) => void,
): Promise<Listener> {
  const start = (at: number) =>
    listenWith(
      (server) => {
        hub.attach(server);
        addProxy(server, { upstream, scriptPath: hub.scriptPath, note });
      },
      { host: '127.0.0.1', port: at, graceMs: 500, maxHeaderSize },
    );
  try {
    return await start(port ?? usualPort);
  } catch (error) {
    // A second project runs beside this one. A port that was asked for is not replaced.
    const isTaken = error instanceof ListenError && error.code === 'listen/port-taken';
    if (!isTaken || port !== undefined) {
      await hub.close();
      throw error;
    }
    return start(0);
  }
}

/** A server that prints its address a moment before it listens is no reason to say that it does not answer. */
const soonMs = 1_000;

function announce(upstream: Upstream, listener: Listener, { print, colors }: Terminal): void {
  print('');
  print(`  ${colors.bold('annotate-mcp')} shows ${printable(upstream.url.origin)} with the overlay`);
  print(`  Open     ${colors.cyan(shownAddress(upstream, listener))}`);
  printWay(upstream, listener, print);
  print(`  Annotate ${colors.dim(startHint())}`);
  print('');
}

function announceWaiting(upstream: Upstream, listener: Listener, { print, colors }: Terminal): void {
  print('');
  print(`  ${colors.bold('annotate-mcp')} waits: no server answers at ${printable(upstream.url.origin)} yet`);
  print('  Start    your dev server, or stop this with Ctrl+C and name the address that yours has');
  print(`  Open     ${colors.cyan(shownAddress(upstream, listener))}`);
  printWay(upstream, listener, print);
  print('');
}

function printWay(upstream: Upstream, listener: Listener, print: Terminal['print']): void {
  for (const line of howToReach(shownAddress(upstream, listener))?.split('\n') ?? [])
    print(`           ${line}`);
}

/** By name: where a person is signed in to a server on this machine, the cookies belong to `localhost`, whatever the port. */
function shownAddress({ url, ownName }: Upstream, { port }: Listener): string {
  const path = url.pathname === '/' ? '' : url.pathname + url.search;
  return `http://${ownName ?? 'localhost'}:${port}${printable(path)}`;
}

const intervalMs = 250;

/** Tries until it answers; `false` when `signal` comes first. */
async function untilAnswered(url: URL, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await isAnswered(url)) return true;
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** Whether the server can be connected to. What it answers is not looked at. */
async function isAnswered({ protocol, hostname, port }: URL): Promise<boolean> {
  const socket = connect({
    // Browsers know where such names lead; the resolvers of some systems do not.
    host: hostname.endsWith('.localhost') ? 'localhost' : hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  });
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
