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
  | 'shell/ambiguous'
  | 'shell/no-caller'
  | 'shell/no-text'
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
    const { message, code } = error;
    // The store says that it connects again, which is so in a process that goes on. This one ends.
    const hint = code === 'store/away' ? runAgain : error.hint;
    return { error: message, hint, code, exitCode: code === 'cli/usage' ? 2 : 1 };
  }
  return {
    error: error instanceof Error ? error.message : String(error),
    hint: 'This is a bug in annotate-mcp. Run the command again with --debug to see where it happens.',
    code: 'cli/unexpected',
    exitCode: 1,
  };
}

const runAgain =
  'Check that the database runs, and the host and port in --store. Then run this command again.';

/** `command` is the command whose help is suggested. */
export function usageError(cause: CommanderError, command: string): CliError {
  // commander writes "error: unknown option '--x'", and on a line of its own "(Did you mean --y?)".
  const [first = '', ...rest] = cause.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const hint = !isLikely(suggestion, first)
    ? `Run ${command} --help for the commands and options.`
    : suggestion;
  return new CliError('cli/usage', asSentence(first), { hint, cause });
}

/** Commander also suggests what has only few letters in common with the word, such as --root for --foo. */
function isLikely(suggestion: string, message: string): boolean {
  const [, word = ''] = /'-*([^']+)'/.exec(message) ?? [];
  const meant = [...suggestion.matchAll(/(?<=[ ,])-*([\w-]+)(?=[,?])/g)].map(([, name = '']) => name);
  return meant.some((name) => isWithin(Math.floor(Math.max(word.length, name.length) / 3), word, name));
}

/** Whether so many letters put in, taken out, replaced or swapped with the next one make `b` of `a`. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (edits < 0) return false;
  if (a === '' || b === '') return Math.max(a.length, b.length) <= edits;
  const [first = '', second = ''] = a;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (b.startsWith(first)) return isWithin(edits, restOfA, restOfB);
  const isSwapped = second !== '' && b.startsWith(second + first);
  return (
    isWithin(edits - 1, restOfA, restOfB) ||
    isWithin(edits - 1, restOfA, b) ||
    isWithin(edits - 1, a, restOfB) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  );
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
