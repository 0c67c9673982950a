import { type BridgeMessage, joinBytes } from '@annotate-mcp/browser-protocol';
import { isRecord } from '@annotate-mcp/core';

/** For a receiver that takes bytes; `readMessage` is its other end. */
export function encodeMessage(message: BridgeMessage): string | Uint8Array {
  const result = 'result' in message && isRecord(message.result) ? message.result : null;
  if (result === null || typeof result.base64 !== 'string') return JSON.stringify(message);
  const json = JSON.stringify({ ...message, result: { ...result, base64: '' } });
  return joinBytes(Buffer.from(json), Buffer.from(result.base64, 'base64'));
}
