import type { Command } from 'commander';

import type { Terminal } from './terminal.ts';

/** Options of every command. */
export interface GlobalOptions {
  root?: string;
  store?: string;
  debug?: boolean;
}

/**
 * 0 or 1; 130 after Ctrl+C, as in a shell. `review` returns 2 when the person asks for changes and 3 when they closed the
 * page without a verdict; `dev` returns that of the command it started.
 */
export type ExitCode = number;

/** A command of the program. */
export interface CliCommand {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** Shown below `--help`; each can be run as it is. */
  examples: readonly string[];
  /** Runs when no command is named. */
  isDefault: boolean;
  /** Adds arguments and options. */
  configure: (command: Command) => void;
  run: (command: Command, terminal: Terminal) => Promise<ExitCode>;
}

interface Definition<Options> {
  name: string;
  summary: string;
  examples: readonly string[];
  isDefault?: boolean;
  configure: (command: Command) => void;
  run: (
    options: Options & GlobalOptions,
    terminal: Terminal,
    args: readonly string[],
  ) => Promise<ExitCode | undefined>;
}

/** `Options` is the type of the options that `configure` defines. */
export function defineCliCommand<Options extends object>({
  run,
  ...definition
}: Definition<Options>): CliCommand {
  return {
    isDefault: false,
    ...definition,
    run: async (command, terminal) =>
      (await run(command.optsWithGlobals<Options & GlobalOptions>(), terminal, command.args)) ?? 0,
  };
}
