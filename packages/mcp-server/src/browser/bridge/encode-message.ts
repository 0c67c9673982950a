import { type BridgeMessage, type FileContent, joinBytes } from '@annotate-mcp/browser-protocol';
import { isRecord } from '@annotate-mcp/core';

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
