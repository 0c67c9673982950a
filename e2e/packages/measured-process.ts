/** Runs commands as a person does in a terminal, and measures how long they take and how much they compute. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Command = readonly [program: string, ...args: string[]];

export interface Cost {
  readonly seconds: number;
  /** Of the command and all processes that it started and waited for. */
  readonly cpuSeconds: number;
}

export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface RunningServer {
  /** Resolves when it has printed an address with the port. */
  readonly listening: Promise<string>;
  /** As Ctrl+C does: every process of the terminal gets the signal. */
  readonly interrupt: () => Promise<Cost>;
}

/**
 * The shell's own list of CPU times goes to the file in $1; the rest is the command. An interrupt is the command's to
 * handle, and the shell reports what it took.
 */
const script = 'file="$1"; shift; trap : INT; "$@"; status=$?; times >"$file"; exit $status';

/** The same command, as one that leaves its CPU times in a file. */
export function withTimes([...command]: Command, file: string): Command {
  return ['bash', '-c', script, 'bash', file, ...command];
}

/** Throws with everything that the command printed when it fails. */
export async function run(command: Command, place: Place): Promise<Cost> {
  const { output, ended } = start(command, place);
  const { code, cost } = await ended;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output()}`);
  return cost;
}

/** `{port}` in the command is replaced. `address` finds where it listens in what it prints; default: the port. */
export function startServer(
  [program, ...args]: Command,
  port: number,
  place: Place,
  address?: RegExp,
): RunningServer {
  const command: Command = [program, ...args.map((part) => part.replace('{port}', String(port)))];
  const { pid, output, onOutput, ended } = start(command, place);
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  onOutput((text) => {
    const found = address?.exec(text)?.[0];
    if (found !== undefined) resolve(found);
    else if (address === undefined && text.includes(`:${port}`)) resolve(`http://localhost:${port}/`);
  });
  const exited = ended.then(({ cost }) => {
    reject(new Error(`${command.join(' ')} ended:\n${output()}`));
    return cost;
  });
  return {
    listening,
    interrupt: async () => {
      if (isRunning(pid)) process.kill(-pid, 'SIGINT');
      return exited;
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // It has ended by itself.
    return false;
  }
}

function start(command: Command, { cwd, env }: Place) {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-times-'));
  const file = join(folder, 'times');
  const [program, ...args] = withTimes(command, file);
  const startedAt = performance.now();
  // In a process group of its own, which an interrupt reaches as a whole.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  const listeners: ((text: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += stripVTControlCharacters(text);
      for (const listen of listeners) listen(printed);
    });
  const end = async () => {
    const [code] = (await once(child, 'exit')) as [number | null];
    const cost = { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: readTimes(file) };
    rmSync(folder, { recursive: true });
    return { code, cost };
  };
  if (child.pid === undefined) throw new Error(`${command.join(' ')} could not be started in ${cwd}.`);
  return {
    pid: child.pid,
    output: () => printed,
    onOutput: (listen: (text: string) => void) => listeners.push(listen),
    ended: end(),
  };
}

/** Adds up `0m1.250s 0m0.310s`: user and system, of the shell and of its children. `NaN` when it was killed. */
export function readTimes(file: string): number {
  if (!existsSync(file)) return NaN;
  const times = readFileSync(file, 'utf8').matchAll(/(\d+)m([\d.]+)s/g);
  return [...times].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
