/** What `--install` left behind. */
import { readFileSync } from 'node:fs';

import { CliError } from '../../errors.ts';

import { type Account, mark, type ServiceSystem } from './system.ts';

export interface Installed {
  readonly file: string;
  readonly port: number | null;
}

/** `null` when there is no such file. Throws when another program has written it. */
export function installedAs(system: ServiceSystem, account: Account): Installed | null {
  const file = system.file(account);
  const text = textOf(file, system.encoding);
  if (text === null) return null;
  if (!text.includes(mark)) {
    throw new CliError('serve/foreign-service', `${file} was not written by annotate-mcp; left untouched.`, {
      hint: 'Remove or rename it if you want annotate-mcp to have its place.',
    });
  }
  // The same words in each kind of file, because it is one argument.
  const port = /--port=(\d+)/.exec(text)?.[1];
  return { file, port: port === undefined ? null : Number(port) };
}

function textOf(file: string, encoding: BufferEncoding): string | null {
  try {
    return readFileSync(file, encoding);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new CliError('serve/service-failed', `${file} cannot be read.`, {
      hint: 'Make it readable for your user.',
      cause,
    });
  }
}
