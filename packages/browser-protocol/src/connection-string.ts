/** `vf://` + base64url(JSON): all the extension needs to find a server and be let in. It holds the key: never log it. */
import { AnnotateError, isRecord } from '@annotate-mcp/core';

import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

export interface ConnectionInfo {
  /** The server's address, without a slash at its end: `http://127.0.0.1:3456`. */
  readonly url: string;
  readonly key: string;
}

export const connectionScheme = 'vf://';

export function encodeConnection({ url, key }: ConnectionInfo): string {
  return `${connectionScheme}${encodeBase64Url(JSON.stringify({ v: 1, url, key }))}`;
}

/** Forgives what copying out of a terminal adds: spaces and line breaks. Throws in words for a person. */
export function decodeConnection(text: string): ConnectionInfo {
  const string = text.replace(/\s+/g, '');
  if (!string.startsWith(connectionScheme)) throw unreadable('it does not begin with vf://');
  const value = parsed(string.slice(connectionScheme.length));
  if (!isRecord(value) || value.v !== 1) throw unreadable('it is of another release, or cut off');
  const { url, key } = value;
  if (typeof url !== 'string' || !/^https?:\/\/[^/?#@\s]+$/.test(url)) throw unreadable('it names no server');
  if (typeof key !== 'string' || !/^[\w-]{16,512}$/.test(key)) throw unreadable('it holds no key');
  return { url, key };
}

/** Where the extension's socket is. */
export function socketUrl({ url }: Pick<ConnectionInfo, 'url'>): string {
  return `${url.replace(/^http/, 'ws')}/`;
}

function parsed(encoded: string): unknown {
  const json = decodeBase64Url(encoded);
  if (json === null) throw unreadable('it is cut off or has a typing error');
  try {
    return JSON.parse(json);
  } catch {
    throw unreadable('it is cut off or has a typing error');
  }
}

function unreadable(why: string): AnnotateError {
  return new AnnotateError('protocol/invalid', `This is not a connection string: ${why}.`, {
    hint: 'Copy the whole line that begins with vf:// from the terminal of "annotate-mcp serve".',
  });
}
