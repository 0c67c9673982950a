/** Runs one command and returns its exit code. All errors are reported here. */
import { CommanderError } from 'commander';

import { describeFailure, type Failure } from './errors.ts';
import { createProgram, parse, type ProgramOptions } from './program.ts';
import { printable, type Terminal } from './terminal.ts';
import { version } from './version.ts';

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
export function report(error: unknown, argv: readonly string[], terminal: Terminal): number {
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
