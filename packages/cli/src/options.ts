/** Options that several commands share, and how their values are read. */
import { InvalidArgumentError, Option } from 'commander';

import { type SentStatus, sentStatuses } from '@annotate-mcp/core';

export function statusOption(otherwise = ''): Option {
  const what = `only these: ${sentStatuses.join(', ')}${otherwise}`;
  return new Option('--status <status...>', what).argParser(readStatuses);
}

export function jsonOption(what = 'print JSON for scripts'): Option {
  return new Option('--json', `${what}; failures too, as { error, hint, code }`);
}

/** `--status pending resolved`, `--status pending,resolved` and `--status` twice all mean the same. */
function readStatuses(text: string, before: readonly SentStatus[] = []): SentStatus[] {
  return [...before, ...words(text).map(toStatus)];
}

/** The name under which an agent in a shell works. */
export function asOption(): Option {
  const what =
    'work under this name, whichever process calls; what it takes stays taken until it is released, or two hours after its last command';
  return new Option('--as <name>', what).argParser(readName);
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 100 && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError('Use a name of 1 to 100 characters, in one line.');
}

export function readWords(text: string, before: readonly string[] = []): string[] {
  return [...before, ...words(text)];
}

export function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It has to be a whole number above 0.');
}

export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Use a number from 0 (any free port) to 65535.');
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function toStatus(word: string): SentStatus {
  const status = sentStatuses.find((known) => known === word);
  if (status !== undefined) return status;
  const why = word === 'draft' ? 'Drafts are seen by their author only. ' : '';
  throw new InvalidArgumentError(`${why}Choose from ${sentStatuses.join(', ')}.`);
}
