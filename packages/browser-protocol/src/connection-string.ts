/** `vf://` + base64url(JSON): the address of a server and the key for it. Because of the key it must never be logged. */
import { AnnotateError, isRecord, parseJson } from '@annotate-mcp/core';

import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

export interface ConnectionInfo {
  /** The server's address, without a slash at the end: `http://127.0.0.1:3456`. */
  readonly url: string;
  readonly key: string;
}

const connectionScheme = 'vf://';

export function encodeConnection({ url, key }: ConnectionInfo): string {
  return `${connectionScheme}${encodeBase64Url(JSON.stringify({ v: 1, url, key }))}`;
}

/** Ignores spaces and line breaks, which copying from a terminal adds. Throws an error whose message is for the person. */
export function decodeConnection(text: string): ConnectionInfo {
  const string = text.replace(/\s+/g, '');
  if (!string.startsWith(connectionScheme)) throw invalidConnectionError('it does not begin with vf://');
  const value = readValue(string.slice(connectionScheme.length));
  if (!isRecord(value) || value.v !== 1)
    throw invalidConnectionError('it is from another release, or incomplete');
  const { url, key } = value;
  if (typeof url !== 'string' || !/^https?:\/\/[^/?#@\s]+$/.test(url))
    throw invalidConnectionError('it names no server');
  if (typeof key !== 'string' || !/^[\w-]{16,512}$/.test(key)) throw invalidConnectionError('it has no key');
  return { url, key };
}

/** Address of the extension's WebSocket. */
export function socketUrl({ url }: Pick<ConnectionInfo, 'url'>): string {
  return `${url.replace(/^http/, 'ws')}/`;
}

function readValue(encoded: string): unknown {
  const json = decodeBase64Url(encoded);
  if (json === null) throw invalidConnectionError('it is incomplete or has a typing error');
  try {
    return parseJson(json);
  } catch {
    throw invalidConnectionError('it is incomplete or has a typing error');
  }
}

function invalidConnectionError(why: string): AnnotateError {
  return new AnnotateError('protocol/invalid', `This is not a connection string: ${why}.`, {
    hint: 'Copy the whole line that begins with vf:// from the terminal of "annotate-mcp serve".',
  });
}
