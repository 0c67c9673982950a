/** The command line as commander understands it: what there is, and what is said about what there is not. */
import { Command, CommanderError } from 'commander';

import type { CliCommand } from './command.ts';
import { commands } from './commands/index.ts';
import { usageError } from './errors.ts';

export interface ProgramOptions {
  version: string;
  /** Called with what was asked for, once it is understood. */
  invoke: (command: CliCommand, parsed: Command) => Promise<void>;
  write: (text: string) => void;
}

export function createProgram(options: ProgramOptions): Command {
  return assemble(options, { withDefault: true });
}

/** Rejects with a `CommanderError` for what is not understood, and for help and version after they are printed. */
export async function parse(
  program: Command,
  argv: readonly string[],
  options: ProgramOptions,
): Promise<void> {
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) throw error;
    refuseUnknownCommand(program, options);
    throw error;
  }
}

function assemble(options: ProgramOptions, { withDefault }: { withDefault: boolean }): Command {
  const program = new Command('annotate-mcp')
    .description(
      'Point at anything on your screen, say what should change; your coding agent gets it over MCP.',
    )
    .version(options.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print what a command does and its options')
    .option(
      '--root <folder>',
      "the project's root; else ANNOTATE_PROJECT_ROOT, else the git root around here",
    )
    .option('--store <url>', 'the store: sqlite:, sqlite:path or json:path (default: sqlite:)')
    .option('--debug', 'log by annotation id to stderr, and show where a failure comes from')
    .configureHelp({ showGlobalOptions: true })
    // Failures are reported once, by run.ts.
    .configureOutput({ writeOut: options.write, writeErr: () => undefined })
    .exitOverride();
  for (const command of commands) add(program, command, options, withDefault && command.isDefault);
  return program;
}

function add(program: Command, command: CliCommand, { invoke }: ProgramOptions, isDefault: boolean): void {
  const sub = program.command(command.name, { isDefault }).description(command.summary);
  command.configure(sub);
  sub.addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`);
  sub.exitOverride((error) => {
    // Without its name it is the program that was misunderstood.
    const isNamed = program.args[0] === command.name;
    throw error.exitCode !== 0 && isNamed ? usageError(error, `annotate-mcp ${command.name}`) : error;
  });
  sub.action(async () => invoke(command, sub));
}

/**
 * With a default command commander hands it every word it does not know, and complains about that command's
 * arguments; and of help on such a word it says nothing at all. A program without a default says what is really
 * wrong, and what was probably meant.
 */
function refuseUnknownCommand(program: Command, options: ProgramOptions): void {
  const name = commands.find(({ isDefault }) => isDefault)?.name;
  const [first, second] = program.args;
  const word =
    first === 'help' ? second : program.commands.find((command) => command.name() === name)?.args[0];
  if (word === undefined || word.startsWith('-') || isKnown(first) || isKnown(word)) return;
  assemble(options, { withDefault: false }).parse([word], { from: 'user' });
}

function isKnown(word: string | undefined): boolean {
  return commands.some(({ name }) => name === word);
}
