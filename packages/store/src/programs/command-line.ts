/** How a program and its arguments are handed to the system, so that no shell reads them. */
import { win32 } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are already written as Windows wants them. */
  readonly isVerbatim: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Everywhere else the system takes a list. Windows takes one line: Node quotes it for programs. Batch files, which is what
 * npm installs, are read by `cmd.exe`, whose rules are others.
 */
export function commandLineFor(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
  env: Environment = process.env,
): CommandLine {
  if (platform !== 'win32' || !/\.(?:bat|cmd)[. ]*$/i.test(program))
    return { file: program, args, isVerbatim: false };
  const line = [program, ...args].map(quoteForBatch).join(' ');
  // No commands from the registry, no delayed expansion, and the outermost quotes are taken off whatever is between them.
  return {
    file: systemProgram('cmd.exe', env),
    args: ['/d', '/e:ON', '/v:OFF', '/s', '/c', `"${line}"`],
    isVerbatim: true,
  };
}

/** A program of Windows itself, wherever PATH leads. */
export function systemProgram(name: string, env: Environment = process.env): string {
  const folder = env.SystemRoot ?? env.SYSTEMROOT ?? 'C:\\Windows';
  return win32.join(folder, 'System32', name);
}

/**
 * One argument of a batch file. It is read three times: by `cmd.exe`, again where the file passes it on with `%*`, and by
 * the program that gets it. Quotes are always balanced, so that the first two see nothing outside them; a quote is
 * written twice, which programs read as one; a percent sign is written as the piece of a variable that is one.
 */
export function quoteForBatch(argument: string): string {
  if (/[\0\r\n]/.test(argument)) throw brokenArgumentError(argument);
  const text = argument
    // Before a quote, and at the end, where one follows, a program reads two backslashes as one.
    .replaceAll(/(\\*)"/g, '$1$1""')
    .replace(/(\\+)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%');
  return `"${text}"`;
}

function brokenArgumentError(argument: string): AnnotateError {
  return new AnnotateError(
    'program/argument',
    `${JSON.stringify(argument.slice(0, 100))} cannot be an argument of a batch file.`,
    { hint: 'Write it in one line.' },
  );
}
