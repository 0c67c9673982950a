/** Finds the address of a dev server in what it prints. */
import { stripVTControlCharacters } from 'node:util';

import { parseAddress } from './proxy/upstream.ts';

/** Reads output in chunks, line by line, until a line tells the address. */
export class AddressFinder {
  #line = '';

  /** The address, once; a line may be printed in parts. */
  push(chunk: string): URL | null {
    const lines = (this.#line + chunk).split(/\r?\n/);
    this.#line = lines.at(-1) ?? '';
    const complete = lines.slice(0, -1);
    return complete.map(addressIn).find((url) => url !== null) ?? null;
  }
}

/**
 * The first address of this machine in a line. Without one, the port that a server says it listens on; a line that begins
 * with `>` or `$` is the command itself, as package managers print it.
 */
export function addressIn(line: string): URL | null {
  const text = stripVTControlCharacters(line);
  const [address] = localAddress.exec(text) ?? [];
  if (address !== undefined) return parseAddress(address);
  if (/^\s*[>$]/.test(text) || !/\b(?:listen|running|serving|started|ready|server)/i.test(text)) return null;
  const found = hostAndPort.exec(text)?.[1] ?? plainPort.exec(text)?.[1];
  return found === undefined ? null : parseAddress(found);
}

const localName = String.raw`(?:localhost|(?:[\w-]+\.)+localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])`;
const localAddress = new RegExp(String.raw`\bhttps?://${localName}(?::\d{1,5})?(?=[/\s)\]'",;]|\.?$)`, 'i');
const hostAndPort = new RegExp(String.raw`(?:^|[\s(])(${localName}:\d{2,5})\b`, 'i');
const plainPort = /(?:\b(?:port|on|at)\s*[:=]?\s*|\s:)(\d{2,5})\b(?![.:]\d)/i;
