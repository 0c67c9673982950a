/** `vf://` + base64url(JSON): the address of a server and the key for it. Because of the key it must never be logged. */
import { AnnotateError, isRecord, parseJson } from '@annotate-mcp/core';

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

/** Base64url of JSON. Written by hand, because browsers have no `Buffer` and `btoa` accepts no text beyond Latin-1. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Characters beyond ASCII are first escaped as `\u…`, which JSON reads back as they were. */
function encodeBase64Url(json: string): string {
  const codes = Array.from(escapeNonAscii(json), (character) => character.charCodeAt(0));
  let encoded = '';
  for (let at = 0; at < codes.length; at += 3) {
    const [first = 0, second, third] = codes.slice(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => alphabet[(bits >> shift) & 63] ?? '');
    encoded += letters.slice(0, second === undefined ? 2 : third === undefined ? 3 : 4).join('');
  }
  return encoded;
}

/** `null` if the text is not base64url. */
function decodeBase64Url(encoded: string): string | null {
  let text = '';
  let bits = 0;
  let length = 0;
  for (const letter of encoded.replace(/=+$/, '')) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffff;
    length += 6;
    if (length < 8) continue;
    length -= 8;
    text += String.fromCharCode((bits >> length) & 0xff);
  }
  return text;
}

function escapeNonAscii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
