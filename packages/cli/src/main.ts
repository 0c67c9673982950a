import { CommanderError } from 'commander';

import { describeFailure, type Failure } from './errors.ts';
import { createProgram, parse, type ProgramOptions } from './program.ts';
import { createTerminal, printable, type Terminal } from './terminal.ts';
import { version } from './version.ts';

/** Sets the exit code instead of exiting, so that output into a pipe is written completely. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const terminal = createTerminal(process);
  parseWithoutGeneratedCode();
  exitWhenOutputCloses();
  process.on('uncaughtException', (error) => process.exit(report(error, argv, terminal)));
  process.exitCode = await run(argv, terminal);
}

/**
 * Sets Zod's option `jitless` before any command loads Zod. Generated parsers pay off after thousands of values; one
 * process sees few, and generating them is a measurable part of its start.
 */
function parseWithoutGeneratedCode(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}

/** In `annotate-mcp list | head` the reader closes the pipe first, which is not an error. */
function exitWhenOutputCloses(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

/** Runs one command and returns its exit code. All errors are reported here. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const options: ProgramOptions = {
    version,
    write: (text) => terminal.print(text.trimEnd()),
    invoke: async (command, parsed) => {
      exitCode = await command.run(parsed, terminal);
    },
  };
  try {
    await parse(createProgram(options, argv), argv, options);
    return exitCode;
  } catch (error) {
    if (isAnswered(error)) return 0;
    return report(error, argv, terminal);
  }
}

/** Commander also throws after it has printed help or version. */
function isAnswered(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** Returns the exit code. */
function report(error: unknown, argv: readonly string[], terminal: Terminal): number {
  const failure = describeFailure(error);
  // Read from `argv`, because parsing may be what failed.
  if (argv.includes('--json')) printAsJson(failure, terminal);
  else printFailure(failure, terminal);
  if (argv.includes('--debug') && error instanceof Error) terminal.note(error.stack ?? '');
  return failure.exitCode;
}

function printAsJson({ error, hint, code }: Failure, terminal: Terminal): void {
  terminal.print(JSON.stringify({ error, hint, code }, null, 2));
}

function printFailure({ error, hint }: Failure, { note, noteColors }: Terminal): void {
  for (const line of error.split('\n')) note(noteColors.red(printable(line)));
  note(noteColors.dim(printable(hint)));
}
