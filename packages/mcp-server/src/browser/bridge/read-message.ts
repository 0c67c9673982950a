/** A message is JSON, or a reply with the bytes of a file, as `WelcomeMessage.takesBytes` has it. */
import type { RawData } from 'ws';

import { splitBytes } from '@annotate-mcp/browser-protocol';
import { isRecord } from '@annotate-mcp/core';

import { readJson } from './read-json.ts';

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
