import type { Command } from 'commander';

import type { Terminal } from './terminal.ts';

/** Understood by every command. */
export interface GlobalOptions {
  root?: string;
  store?: string;
  debug?: boolean;
}

export type ExitCode = 0 | 1;

/** One command as the program sees it. */
export interface CliCommand {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** Below `--help`; each runs as it stands. */
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

/** `Options` is what `configure` makes commander put together; it stands beside it so that the two stay the same. */
export function defineCommand<Options extends object>({
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
