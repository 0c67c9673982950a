/** A message is JSON, or a reply with the bytes of a file, as `WelcomeMessage.takesBytes` has it. */
import type { RawData } from 'ws';

import { isRecord } from '@annotate-mcp/core';

import { readJson } from './read-json.ts';

/** `undefined` if it is neither. */
export function readMessage(data: RawData, isBinary: boolean): unknown {
  return isBinary && Buffer.isBuffer(data) ? readReplyWithBytes(data) : readJson(data, isBinary);
}

const lengthBytes = 4;

function readReplyWithBytes(data: Buffer): unknown {
  if (data.length < lengthBytes) return undefined;
  const end = lengthBytes + data.readUInt32BE(0);
  if (end > data.length) return undefined;
  const reply = readJson(data.subarray(lengthBytes, end), false);
  if (!isRecord(reply) || !isRecord(reply.result)) return undefined;
  return { ...reply, result: { ...reply.result, base64: data.toString('base64', end) } };
}
