import { CommanderError } from 'commander';

import { ExplainedError } from '@annotate-mcp/core';

export type CliErrorCode =
  | 'check/unknown'
  | 'cli/usage'
  | 'cli/unexpected'
  | 'config/unreadable'
  | 'dev/no-command'
  | 'export/exists'
  | 'export/failed'
  | 'extension/missing'
  | 'extension/not-a-folder'
  | 'extension/unwritable'
  | 'import/invalid'
  | 'import/unreadable'
  | 'init/changed'
  | 'init/failed'
  | 'init/no-agent'
  | 'init/unsupported'
  | 'merge/no-file'
  | 'merge/unreadable'
  | 'serve/bad-key'
  | 'serve/bridge-stuck'
  | 'serve/foreign-service'
  | 'serve/given-key'
  | 'serve/no-service'
  | 'serve/service-failed'
  | 'serve/weak-key'
  | 'store/none'
  | 'trust/ambiguous'
  | 'trust/unknown';

/** An error of the command line; those of stores and annotations are `AnnotateError`s. */
export class CliError extends ExplainedError<CliErrorCode> {
  override readonly name = 'CliError';
}

/** What is printed for an error, and the exit code: 2 for wrong usage, 1 for other errors. */
export interface Failure {
  error: string;
  hint: string;
  code: string;
  exitCode: 1 | 2;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return describeFailure(usageError(error, 'annotate-mcp'));
  if (explainsItself(error)) {
    const { message, hint, code } = error;
    return { error: message, hint, code, exitCode: code === 'cli/usage' ? 2 : 1 };
  }
  return {
    error: error instanceof Error ? error.message : String(error),
    hint: 'This is a bug in annotate-mcp. Run the command again with --debug to see where it happens.',
    code: 'cli/unexpected',
    exitCode: 1,
  };
}

/** `command` is the command whose help is suggested. */
export function usageError(cause: CommanderError, command: string): CliError {
  // commander writes "error: unknown option '--x'", and on a line of its own "(Did you mean --y?)".
  const [first = '', ...rest] = cause.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const hint = suggestion === '' ? `Run ${command} --help for the commands and options.` : suggestion;
  return new CliError('cli/usage', asSentence(first), { hint, cause });
}

function asSentence(text: string): string {
  const sentence = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

/** An error of any annotate-mcp package. */
function explainsItself(error: unknown): error is Error & { hint: string; code: string } {
  return (
    error instanceof Error &&
    'hint' in error &&
    typeof error.hint === 'string' &&
    'code' in error &&
    typeof error.code === 'string'
  );
}
