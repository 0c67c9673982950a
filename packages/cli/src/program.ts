/** Builds the command line with commander, and explains words that it does not know. */
import { Command, CommanderError } from 'commander';

import type { CliCommand } from './cli-command.ts';
import { commands, headingOf } from './commands/index.ts';
import { usageError } from './errors.ts';

export interface ProgramOptions {
  version: string;
  /** Called with the command that was named and its parsed options. */
  invoke: (command: CliCommand, parsed: Command) => Promise<void>;
  write: (text: string) => void;
}

/** With the commands that these arguments can mean, or with all. */
export function createProgram(options: ProgramOptions, argv?: readonly string[]): Command {
  const program = createRoot(options);
  for (const command of argv === undefined ? commands : commandsFor(argv))
    addCommand(program, command, options);
  return program;
}

/** An agent starts the default command without naming it, and waits for it: the others are not set up then. */
function commandsFor(argv: readonly string[]): readonly CliCommand[] {
  const needsAll = argv.some((word) => isKnown(word) || ['help', '-h', '--help'].includes(word));
  return needsAll ? commands : commands.filter(({ isDefault }) => isDefault);
}

/** Rejects with a `CommanderError` for input that is not understood, and for help and version after they are printed. */
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

function createRoot(options: ProgramOptions): Command {
  return (
    new Command('annotate-mcp')
      .description(
        'Point at anything on your screen, say what should change; your coding agent gets it over MCP.',
      )
      .version(options.version, '-v, --version', 'print the version')
      .helpOption('-h, --help', 'print what a command does and its options')
      .option(
        '--root <folder>',
        'root folder of the project (default: ANNOTATE_PROJECT_ROOT, or the git repository or workspace around this folder)',
      )
      .option(
        '--store <url>',
        'the store: sqlite:, sqlite:path, json:path or postgres://… (default: sqlite:)',
      )
      .option('--debug', 'log each tool call to stderr, and print the stack of an error')
      .configureHelp({ showGlobalOptions: true })
      .addHelpText('after', '\nExample:\n  npx annotate-mcp init')
      // Errors are reported once, by main.ts.
      .configureOutput({ writeOut: options.write, writeErr: () => undefined })
      .exitOverride()
  );
}

function addCommand(program: Command, command: CliCommand, { invoke }: ProgramOptions): void {
  const sub = program
    .command(command.name, { isDefault: command.isDefault })
    .description(command.summary)
    .helpGroup(headingOf(command));
  command.configure(sub);
  sub.addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`);
  sub.exitOverride((error) => {
    // An error of the default command that was not named belongs to the whole program.
    const isNamed = program.args[0] === command.name;
    throw error.exitCode !== 0 && isNamed ? usageError(error, `annotate-mcp ${command.name}`) : error;
  });
  sub.action(async () => invoke(command, sub));
}

/**
 * Commander passes an unknown word to the default command and reports too many arguments for it; for help on an unknown
 * word it reports nothing. A program without a default command reports the unknown word and suggests a similar one.
 */
function refuseUnknownCommand(program: Command, options: ProgramOptions): void {
  const name = commands.find(({ isDefault }) => isDefault)?.name;
  const [first, second] = program.args;
  const word =
    first === 'help' ? second : program.commands.find((command) => command.name() === name)?.args[0];
  if (word === undefined || word.startsWith('-') || isKnown(first) || isKnown(word)) return;
  const withoutDefault = createRoot(options);
  for (const command of commands) withoutDefault.command(command.name);
  withoutDefault.parse([word], { from: 'user' });
}

function isKnown(word: string | undefined): boolean {
  return commands.some(({ name }) => name === word);
}
