/** Whether a port can be had on this machine, and who has it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';

import { findProcess, type RunningProcess } from './running-process.ts';

const loopback = ['127.0.0.1', '::1'];

export async function isFree(port: number): Promise<boolean> {
  // Both questions, one after the other: macOS lets us listen on 127.0.0.1 beside a process that has every address,
  // and a process that is bound but busy accepts no connection.
  const answered = await Promise.all(loopback.map((host) => answers(port, host)));
  if (answered.includes(true)) return false;
  const taken = await Promise.all(loopback.map((host) => isTaken(port, host)));
  return !taken.includes(true);
}

/** `null` when the system does not tell us, as for another user's process. */
export function findHolder(port: number): RunningProcess | null {
  const pid = pidOfHolder(port);
  return pid === null ? null : findProcess(pid);
}

function pidOfHolder(port: number): number | null {
  if (process.platform === 'win32') return holderInNetstat(port, printedBy('netstat', ['-ano', '-p', 'TCP']));
  return existsSync('/proc/net/tcp') ? holderInProc(port) : holderWithLsof(port);
}

/** The words for a state are in the language of Windows, but only a listening socket has port 0 on the other side. */
export function holderInNetstat(port: number, printed: string): number | null {
  const row = printed
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(`:${port}`) && remote.endsWith(':0'));
  return Number(row?.at(-1)) || null;
}

function printedBy(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.setTimeout(1_000, () => done(true));
  });
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Any other error (no IPv6 here, a port below 1024) means no other process; the dev server will report it.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}

function holderInProc(port: number): number | null {
  const sockets = new Set(listeningInodes(port).map((inode) => `socket:[${inode}]`));
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).find((pid) => openFiles(pid).some((file) => sockets.has(file))) ?? null;
}

function listeningInodes(port: number): string[] {
  const listening = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .filter((table) => existsSync(table))
    .flatMap((table) => readFileSync(table, 'utf8').trim().split('\n').slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => state === listening && parseInt(local?.split(':')[1] ?? '', 16) === port)
    .flatMap((columns) => columns[9] ?? []);
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((fd) => readlinkSync(`${folder}/${fd}`));
  } catch {
    return []; // ended meanwhile, or another user's
  }
}

function holderWithLsof(port: number): number | null {
  // Nothing is printed where lsof is not, or may not see it.
  const pids = printedBy('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']);
  return Number(pids.split('\n')[0]) || null;
}
