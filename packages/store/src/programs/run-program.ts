/** Runs a program to its end, within limits. */
import { endProgram, endRestOfGroup, startPiped, type StartOptions } from './start-program.ts';

export interface RunOptions extends Omit<StartOptions, 'outlives'> {
  readonly input?: string | undefined;
  /** Of input and output; `latin1` keeps bytes that are no UTF-8, as patches may have. */
  readonly encoding?: 'utf8' | 'latin1' | undefined;
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the program when it has not ended by itself. */
  readonly mostMs?: number | undefined;
  /** Ends the program when it has written more to its output; of its error output the last part is kept. */
  readonly mostBytes?: number | undefined;
}

export interface ProgramResult {
  /** `null` when it was ended, by the signal or for its limits. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Rejects when the program cannot be started. */
export function runProgram(
  program: string,
  args: readonly string[],
  {
    input = '',
    encoding = 'utf8',
    signal,
    mostMs = usualMs,
    mostBytes = usualBytes,
    // So that what it starts ends with it, and so that it cannot ask for a password in the terminal.
    group = true,
    ...options
  }: RunOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = startPiped(program, args, { ...options, group });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    let [bytes, errorBytes, isEnded] = [0, 0, false];
    const end = () => {
      isEnded = true;
      endProgram(child, 'SIGKILL');
    };
    const timer = setTimeout(end, mostMs);
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true });
    const clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
    child.stdout.on('data', (data: Buffer) => {
      bytes += data.length;
      if (bytes > mostBytes) end();
      else stdout.push(data);
    });
    child.stderr.on('data', (data: Buffer) => {
      errorBytes += data.length;
      stderr.push(data);
      while (errorBytes - (stderr[0]?.length ?? 0) > mostErrorBytes)
        errorBytes -= stderr.shift()?.length ?? 0;
    });
    child.once('error', (error) => {
      clear();
      reject(error);
    });
    child.once('exit', () => endRestOfGroup(child));
    child.once('close', (code) => {
      clear();
      resolve({
        code: isEnded ? null : (code ?? 1),
        stdout: Buffer.concat(stdout).toString(encoding),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
    child.stdin.on('error', () => undefined); // it ended before it had read all, and says why itself
    child.stdin.end(input, encoding);
  });
}

/** Longer than anything takes that a person waits for. */
const usualMs = 120_000;
const usualBytes = 256 * 1024 * 1024;
const mostErrorBytes = 64 * 1024;
