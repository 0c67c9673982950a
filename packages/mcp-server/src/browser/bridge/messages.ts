/** A message is JSON, or a reply with the bytes of a file, as `WelcomeMessage.takesBytes` has it. */
import type { RawData } from 'ws';

import { splitBytes, type BridgeMessage, type FileContent, joinBytes } from '@annotate-mcp/browser-protocol';
import { isRecord, parseJson } from '@annotate-mcp/core';

import { base64Of, bytesOf } from '../file-content.ts';

/** For a receiver that takes bytes; `readMessage` is its other end. Others get a file as text. */
export function encodeMessage(message: BridgeMessage, takesBytes: boolean): string | Uint8Array {
  const file = fileIn(message);
  if (file === null) return JSON.stringify(message);
  const { result, content } = file;
  const withFile = (file: string) => JSON.stringify({ ...message, result: { ...result, file } });
  return takesBytes ? joinBytes(Buffer.from(withFile('')), bytesOf(content)) : withFile(base64Of(content));
}

function fileIn(message: BridgeMessage): { result: object; content: FileContent } | null {
  if (!('result' in message) || !isRecord(message.result)) return null;
  const { file: content } = message.result;
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) return null;
  return { result: message.result, content };
}

/** `undefined` if it is neither. */
export function readMessage(data: RawData, isBinary: boolean): unknown {
  return isBinary && Buffer.isBuffer(data) ? readReplyWithBytes(data) : readJson(data, isBinary);
}

function readReplyWithBytes(data: Buffer): unknown {
  const parts = splitBytes(data);
  const reply = parts === null ? null : readJson(Buffer.from(parts.json), false);
  if (parts === null || !isRecord(reply) || !isRecord(reply.result)) return undefined;
  return { ...reply, result: { ...reply.result, file: parts.file } };
}

/** The value of a text message; `undefined` if it is not JSON. */
export function readJson(data: RawData, isBinary: boolean): unknown {
  if (isBinary || !Buffer.isBuffer(data)) return undefined;
  try {
    return parseJson(data.toString());
  } catch {
    return undefined;
  }
}
