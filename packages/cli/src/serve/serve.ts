/** `annotate-mcp serve` from its options to its end. */
import { once } from 'node:events';
import { basename } from 'node:path';

import { encodeConnection, defaultPort } from '@annotate-mcp/browser-protocol';
import { configFolder } from '@annotate-mcp/store/user-folders';

import { BridgeLock } from '../bridge/bridge-lock.ts';
import { findBridge } from '../bridge/find-bridge.ts';
import { IdleShutdown } from '../bridge/idle-shutdown.ts';
import { keepBridgeFiles } from '../bridge/keep-bridge-files.ts';
import { lockInPlaceOfShared, lockUnlessBridgeRuns, type StartOptions } from '../bridge/take-lock.ts';
import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { openStoreAt, locateStore, using } from '../project-store.ts';
import { teamUrl } from '../team/team-database.ts';
import type { Terminal } from '../terminal.ts';
import { programCommand, programFile } from '../this-program.ts';
import { untilSignal } from '../until-signal.ts';
import { version } from '../version.ts';

import { type Key, openKey, replaceKey } from './key-file.ts';
import {
  lanAddresses,
  printCode,
  printConnected,
  printHowToConnect,
  printKeyReplaced,
  printServer,
  type ServerSummary,
} from './messages.ts';
import { type RunningServer, startServer } from './server.ts';
import {
  runService,
  type ServiceAction,
  serviceAction,
  serviceCommand,
  type ServiceOptions,
} from './service/index.ts';

export interface ServeOptions extends GlobalOptions, ServiceOptions {
  port?: number;
  network?: boolean;
  /** Of a team server. */
  host?: string;
  publicUrl?: string;
  connection?: boolean;
  rotateKey?: boolean;
  /** Started by the stdio server of an agent; ends with its last client. */
  shared?: boolean;
  extensionId?: string[];
  allowPrivateScripts?: boolean;
  toolsets?: string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Resolves when the server has stopped. */
export async function serve(
  options: ServeOptions,
  terminal: Terminal,
  env: Env = process.env,
): Promise<ExitCode> {
  const team = teamUrl(options, env);
  if (team !== null) {
    const { serveTeam } = await import('../team/serve-team.ts');
    await serveTeam(team, { ...options, port: portOf(options, env) }, terminal, env);
    return 0;
  }
  const action = serviceAction(options);
  if (action !== null) return asService(action, options, terminal, env);
  if (options.rotateKey === true) rotate(terminal, env);
  else if (options.connection === true) await showConnection(options, terminal, env);
  else await run(options, terminal, env);
  return 0;
}

async function run(options: ServeOptions, terminal: Terminal, env: Env): Promise<void> {
  const lock = new BridgeLock();
  try {
    if (options.shared !== true) await lockInPlaceOfShared(lock, startOf(options, env));
    else if (!(await lockUnlessBridgeRuns(lock))) {
      terminal.print('A bridge of this user runs already.');
      return;
    }
    await runServer(options, { lock, terminal, env });
  } finally {
    lock.close();
  }
}

function startOf(options: ServeOptions, env: Env): StartOptions {
  const host = isNetwork(options, env) ? '0.0.0.0' : '127.0.0.1';
  return { version, port: portOf(options, env), host };
}

interface RunDeps {
  readonly lock: BridgeLock;
  readonly terminal: Terminal;
  readonly env: Env;
}

async function runServer(options: ServeOptions, { lock, terminal, env }: RunDeps): Promise<void> {
  const location = locateStore(options);
  const key = openKey(configFolder(), env.API_KEY);
  const { root } = location;
  const { shared = false } = options;
  await using(await openStoreAt(location), async (store) => {
    const network = isNetwork(options, env);
    const end = new AbortController();
    let idle: IdleShutdown | null = null;
    // Before anything is printed: what reads it may stop the server at once.
    void untilSignal().then(() => end.abort());
    const server: RunningServer = await startServer({
      store,
      root,
      version,
      key,
      network,
      shared,
      port: portOf(options, env),
      extensionIds: options.extensionId ?? [],
      allowPrivateScripts: options.allowPrivateScripts ?? false,
      toolsets: options.toolsets,
      events: {
        browser: (connected) => printConnected(connected, terminal),
        newCode: (code) => printCode(code, terminal),
        keyReplaced: () => {
          bridgeFiles.update();
          printKeyReplaced(terminal);
        },
        agents: () => idle?.agentsChanged(),
        makeWay: () => end.abort(),
        error: (error) => terminal.note(String(error)),
        debug: options.debug === true ? terminal.note : undefined,
      },
    });
    const { url } = server;
    const startedAt = new Date().toISOString();
    const bridgeFiles = keepBridgeFiles({
      lock,
      describe: () => ({
        url,
        key: key.current(),
        projectName: basename(root).slice(0, 200),
        pid: process.pid,
        startedAt,
        version,
      }),
      onError: (error) => terminal.note(`Agents over stdio do not find this server: ${String(error)}`),
    });
    printStart({ server, key, root, network, isBridge: lock.isHeld }, terminal, end.signal);
    if (shared) idle = new IdleShutdown(() => server.clients > 0 || server.pending > 0);
    await untilEnd(end.signal, idle);
    end.abort();
    // First, so that no agent finds a bridge that is about to end.
    bridgeFiles.end();
    await server.close();
  });
}

/** Every server ends with a signal and when another one takes its place; a shared bridge also with its last client. */
async function untilEnd(end: AbortSignal, idle: IdleShutdown | null): Promise<void> {
  const ended = end.aborted ? Promise.resolve() : once(end, 'abort');
  await (idle === null ? ended : Promise.race([ended, idle.untilIdle]));
  idle?.stop();
}

function printStart(
  {
    server,
    key,
    ...about
  }: { server: RunningServer; key: Key } & Omit<ServerSummary, 'url' | 'port' | 'keyFile'>,
  terminal: Terminal,
  ended: AbortSignal,
): void {
  const { url, port } = server;
  printServer({ ...about, url, port, keyFile: key.file }, terminal);
  // An extension that was connected before comes back by itself; only without one there is something to do.
  const timer = setTimeout(() => {
    if (server.connected === null)
      printHowToConnect({ url, key: key.current(), code: server.code }, terminal);
  }, reconnectMs);
  ended.addEventListener('abort', () => clearTimeout(timer));
}

/** An extension that knows this server connects within two seconds. */
const reconnectMs = 2_500;

async function asService(
  action: ServiceAction,
  options: ServeOptions,
  terminal: Terminal,
  env: Env,
): Promise<ExitCode> {
  const port = portOf(options, env);
  const { dryRun = false } = options;
  if (action !== 'install') return runService({ action, dryRun, port, command: programCommand() }, terminal);
  if (port === 0) {
    throw new CliError('cli/usage', 'A service needs a fixed port.', {
      hint: 'Pass --port with a number from 1 to 65535.',
    });
  }
  if ((env.API_KEY ?? '') !== '') {
    terminal.note(
      'The service does not use API_KEY, because other users could read it in the service file; it uses the key of this installation.',
    );
  }
  if (/[\\/]_npx[\\/]/.test(programFile())) {
    terminal.note(
      'npx may delete this copy. Run "npm install --global annotate-mcp", then install the service again.',
    );
  }
  const command = serviceCommand(programCommand(), {
    root: locateStore(options).root,
    store: options.store,
    port,
    network: isNetwork(options, env),
    extensionIds: options.extensionId ?? [],
    allowPrivateScripts: options.allowPrivateScripts ?? false,
    toolsets: options.toolsets,
  });
  return runService({ action, dryRun, port, command }, terminal);
}

function rotate(terminal: Terminal, env: Env): void {
  if ((env.API_KEY ?? '') !== '') {
    throw new CliError('serve/given-key', 'The key comes from API_KEY, so it cannot be replaced here.', {
      hint: 'Change API_KEY and start the server again.',
    });
  }
  replaceKey(configFolder());
  terminal.print('The key was replaced. Connections with the old key are closed.');
  terminal.print('Run "annotate-mcp serve --connection" for the new connection string of the extension.');
}

async function showConnection(options: ServeOptions, terminal: Terminal, env: Env): Promise<void> {
  const key: Key = openKey(configFolder(), env.API_KEY);
  const isPortNamed = options.port !== undefined || (env.PORT ?? '') !== '';
  // A bridge that agents share may have another port than the usual one.
  const running = isPortNamed ? null : await findBridge();
  const port = running === null ? portOf(options, env) : Number(new URL(running.url).port);
  const [lan] = isNetwork(options, env) ? lanAddresses() : [];
  const url = `http://${lan ?? '127.0.0.1'}:${port}`;
  terminal.print(encodeConnection({ url, key: running?.key ?? key.current() }));
}

function isNetwork({ network = false }: ServeOptions, { NETWORK }: Env): boolean {
  return network || NETWORK === '1' || NETWORK === 'true';
}

function portOf({ port }: ServeOptions, { PORT = '' }: Env): number {
  if (port !== undefined) return port;
  if (PORT === '') return defaultPort;
  const asked = Number(PORT);
  if (Number.isInteger(asked) && asked >= 0 && asked <= 65_535) return asked;
  throw new CliError('cli/usage', `PORT is ${JSON.stringify(PORT)}, which is not a port.`, {
    hint: 'Use a number from 1 to 65535, or 0 for any free port.',
  });
}
