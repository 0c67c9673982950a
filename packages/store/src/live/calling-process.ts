/**
 * Finds the process that a command was typed in or called by. What only runs this one command is passed over: npx, and
 * in the shell tool of an agent the shell that it starts for each command.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { exists, identityOf } from './process-identity.ts';

export interface CallingProcess {
  pid: number;
  /** Tells it from another process with the same number; in the words of its system. */
  startedAt: string;
  /** The name of its program, without its folder. */
  program: string;
}

export interface RunningProcess {
  pid: number;
  parent: number;
  startedAt: string;
  /** The program and its arguments. */
  args: readonly string[];
}

export interface CallingProcessOptions {
  /** Shells and sandboxes that were started for one command are passed over. */
  passesShells: boolean;
}

/** `null` when every process above this one runs for this command only, or cannot be seen. */
export async function findCallingProcess(options: CallingProcessOptions): Promise<CallingProcess | null> {
  return chooseCaller(await listAncestors(process.ppid), options);
}

export function isStillRunning({ pid, startedAt }: Pick<CallingProcess, 'pid' | 'startedAt'>): boolean {
  if (!exists(pid)) return false;
  return process.platform !== 'linux' || identityOf(pid).startedAt === startedAt;
}

/**
 * The same key in all processes that one process has started, directly or with npx and shells between: an agent that
 * starts our server and also runs our commands. On systems where looking further costs another program, `direct` asks
 * for the direct parent only.
 */
export async function hostKey({ direct = false } = {}): Promise<string> {
  const isCheap = process.platform === 'linux';
  const caller = direct && !isCheap ? null : await findCallingProcess({ passesShells: true });
  const pid = caller?.pid ?? process.ppid;
  return `${identityOf(pid).machine}:${pid}`;
}

/** `ancestors` begin with the parent. */
export function chooseCaller(
  ancestors: readonly RunningProcess[],
  { passesShells }: CallingProcessOptions,
): CallingProcess | null {
  const found = ancestors.find((each, at) => {
    const above = ancestors[at + 1];
    // npm starts the program in a shell of its own.
    const isOfNpm = isShellForOne(each) && above !== undefined && isPackageRunner(above);
    if (isPackageRunner(each) || isOfNpm) return false;
    return !(passesShells && (isShellForOne(each) || isWrapper(each)));
  });
  if (found === undefined) return null;
  return { pid: found.pid, startedAt: found.startedAt, program: programOf(found) };
}

const packageRunners = ['npm', 'npx', 'pnpm', 'pnpx', 'yarn', 'yarnpkg', 'bunx', 'corepack'];

/** npm puts its own name in place of its arguments. */
function isPackageRunner({ args }: RunningProcess): boolean {
  const [program = '', script = ''] = wordsOf(args);
  if (packageRunners.includes(nameOf(program))) return true;
  return nameOf(program) === 'node' && /^(?:npm|npx|pnpm|yarn|corepack)(?:-cli)?\.c?js$/.test(nameOf(script));
}

function isShellForOne({ args }: RunningProcess): boolean {
  const [program = '', ...rest] = wordsOf(args);
  const name = nameOf(program).replace(/^-/, '');
  if (name === 'cmd') return rest.some((word) => /^\/c$/i.test(word));
  if (name === 'powershell' || name === 'pwsh')
    return rest.some((word) => /^-(?:c|command|encodedcommand|e|ec)$/i.test(word));
  return /^(?:ba|z|da|a|k|fi)?sh$/.test(name) && hasCommandOption(rest);
}

/** `-c`, also as `-lc`, before the first word that is not an option. */
function hasCommandOption(words: readonly string[]): boolean {
  for (const [at, word] of words.entries()) {
    if (/^-[a-z]*c[a-z]*$/i.test(word)) return true;
    const takesWord = ['-o', '+o', '-O', '+O', '--rcfile', '--init-file'].includes(words[at - 1] ?? '');
    if (!/^[-+]/.test(word) && !takesWord) return false;
  }
  return false;
}

const wrappers = [
  ...['env', 'nice', 'nohup', 'setsid', 'stdbuf', 'timeout', 'gtimeout', 'xargs', 'sudo', 'doas'],
  ...['bwrap', 'codex-linux-sandbox', 'sandbox-exec', 'firejail', 'tini', 'dumb-init', 'docker-init'],
];

function isWrapper({ args }: RunningProcess): boolean {
  return wrappers.includes(nameOf(wordsOf(args)[0] ?? ''));
}

function programOf({ args }: RunningProcess): string {
  return nameOf(wordsOf(args)[0] ?? '').replace(/^-/, '') || 'process';
}

/** A program may have replaced its arguments by one text. */
function wordsOf(args: readonly string[]): readonly string[] {
  const [first = '', second] = args;
  return second === undefined && !first.startsWith('/') ? first.split(' ') : args;
}

function nameOf(path: string): string {
  return basename(path.replaceAll('\\', '/'))
    .replace(/\.exe$/i, '')
    .toLowerCase();
}

const mostAncestors = 40;

/** From this process upwards; what cannot be seen ends the list. */
async function listAncestors(pid: number): Promise<RunningProcess[]> {
  if (process.platform === 'win32') return chainIn(await listOnWindows(), pid);
  const read = process.platform === 'linux' ? readFromProc : readFromPs;
  const found: RunningProcess[] = [];
  for (let next = pid; next > 0 && found.length < mostAncestors;) {
    const one = await read(next);
    if (one === null) break;
    found.push(one);
    next = one.parent;
  }
  return found;
}

function chainIn(all: readonly RunningProcess[], pid: number): RunningProcess[] {
  const byPid = new Map(all.map((each) => [each.pid, each]));
  const found: RunningProcess[] = [];
  for (let next = byPid.get(pid); next !== undefined && found.length < mostAncestors;) {
    found.push(next);
    byPid.delete(next.pid);
    next = byPid.get(next.parent);
  }
  return found;
}

function readFromProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0+$/, '').split('\0');
    return { pid, parent: Number(parent), startedAt: identityOf(pid).startedAt, args };
  } catch {
    // It has ended, or belongs to what this process must not see.
    return null;
  }
}

/** macOS and other systems without /proc. */
async function readFromPs(pid: number): Promise<RunningProcess | null> {
  const options = { env: { LC_ALL: 'C' }, mostMs: 5_000 };
  try {
    const { runProgram } = await import('../programs/index.ts');
    const { stdout } = await runProgram('/bin/ps', ['-ww', '-o', psFields, '-p', String(pid)], options);
    return parsePs(pid, stdout);
  } catch {
    // Such a system has no ps there: the caller cannot be found.
    return null;
  }
}

const psFields = 'ppid=,lstart=,args=';

/** `4242 Thu Nov 19 13:26:30 2026 /bin/zsh -l`; `null` when there is no such process. */
export function parsePs(pid: number, output: string): RunningProcess | null {
  const [, parent, startedAt, args] =
    /^\s*(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.*)$/m.exec(output) ?? [];
  if (parent === undefined || startedAt === undefined || args === undefined) return null;
  return { pid, parent: Number(parent), startedAt: startedAt.replaceAll(/\s+/g, ' '), args: args.split(' ') };
}

const windowsQuery =
  "Get-CimInstance Win32_Process | ForEach-Object { '{0}|{1}|{2}|{3}' -f $_.ProcessId, $_.ParentProcessId, $(if ($_.CreationDate) { $_.CreationDate.Ticks } else { 0 }), $_.CommandLine }";

async function listOnWindows(): Promise<RunningProcess[]> {
  const { runProgram, systemProgram } = await import('../programs/index.ts');
  const powershell = systemProgram('WindowsPowerShell\\v1.0\\powershell.exe');
  try {
    const args = ['-NoProfile', '-NonInteractive', '-Command', windowsQuery];
    const { stdout } = await runProgram(powershell, args, { mostMs: 20_000 });
    return parseWindowsList(stdout);
  } catch {
    // Without PowerShell nothing tells which process has started which.
    return [];
  }
}

/** Windows gives the number of a parent that has ended to another process: a parent is older than its child. */
export function parseWindowsList(output: string): RunningProcess[] {
  const all = output.split(/\r?\n/).flatMap((line): RunningProcess[] => {
    const [, pid, parent, startedAt, command] = /^(\d+)\|(\d+)\|(\d+)\|(.*)$/.exec(line) ?? [];
    if (pid === undefined || startedAt === undefined || command === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), startedAt, args: splitCommandLine(command) }];
  });
  const startOf = new Map(all.map(({ pid, startedAt }) => [pid, BigInt(startedAt)]));
  return all.map((each) => {
    const isOlder = (startOf.get(each.parent) ?? 0n) <= BigInt(each.startedAt);
    return isOlder ? each : { ...each, parent: 0 };
  });
}

/** Words, and what is in quotes; enough to know a program and its first options. */
function splitCommandLine(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}
