import type { BridgeMessage } from '@annotate-mcp/browser-protocol';
import { isRecord } from '@annotate-mcp/core';

/** For a receiver that takes bytes; `readMessage` is its other end. */
export function encodeMessage(message: BridgeMessage): string | Buffer {
  const result = 'result' in message && isRecord(message.result) ? message.result : null;
  if (result === null || typeof result.base64 !== 'string') return JSON.stringify(message);
  const json = Buffer.from(JSON.stringify({ ...message, result: { ...result, base64: '' } }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, Buffer.from(result.base64, 'base64')]);
}
