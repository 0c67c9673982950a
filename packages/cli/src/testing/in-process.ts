/** A command run in this process, which saves starting one, and shows what a spawned one cannot: a screen. */
import { PassThrough, Readable, Writable } from 'node:stream';

import { run } from '../main.ts';
import { createTerminal } from '../terminal.ts';

export interface CommandResult {
  /** `null` when a signal ended a process. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  cwd?: string;
  /** All variables of the command. */
  env?: Record<string, string | undefined>;
  /** The file that the command takes for its program. */
  bin?: string;
  /** What another program writes to its stdin. */
  input?: string;
  /** A person at a terminal: each key is pressed when its question has appeared. */
  answers?: readonly Answer[];
}

export interface Answer {
  to: string;
  press: string;
}

export async function runHere(
  argv: readonly string[],
  { screen: isScreen = false, input, answers, ...surroundings }: Surroundings & { screen?: boolean } = {},
): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const screen = isScreen || answers !== undefined;
  const keyboard = answers === undefined ? null : new PassThrough();
  const awaited = [...(answers ?? [])];
  const output = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        printed[name] += String(chunk);
        const [next] = awaited;
        // The question listens for the key after it has been drawn.
        if (next !== undefined && String(chunk).includes(next.to)) {
          awaited.shift();
          setImmediate(() => keyboard?.write(next.press));
        }
        done();
      },
    });
    return Object.assign(stream, { isTTY: screen, columns: 100 });
  };
  const terminal = createTerminal({
    stdin: keyboard === null ? inputFrom(input) : terminalFrom(keyboard),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {},
  });
  const restore = enter(surroundings);
  try {
    return { code: await run(argv, terminal), ...printed };
  } finally {
    restore();
  }
}

function inputFrom(input: string | undefined): Readable {
  return input === undefined ? process.stdin : Readable.from([input]);
}

function terminalFrom(keyboard: PassThrough): PassThrough & { isTTY: boolean } {
  const terminal = Object.assign(keyboard, { isTTY: true, setRawMode: () => terminal });
  return terminal;
}

/** Gives this process another folder, environment and program. Returns what undoes that. */
function enter({ cwd, env, bin }: Surroundings): () => void {
  const [folder, variables, program] = [process.cwd(), { ...process.env }, process.argv[1]];
  if (cwd !== undefined) process.chdir(cwd);
  if (env !== undefined) setEnvironment(env);
  if (bin !== undefined) process.argv[1] = bin;
  return () => {
    process.chdir(folder);
    setEnvironment(variables);
    process.argv[1] = program ?? '';
  };
}

/** Not by assigning `process.env`: child processes and the home folder would keep the old one. */
function setEnvironment(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
