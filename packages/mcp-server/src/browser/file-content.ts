import type { FileContent } from '@annotate-mcp/browser-protocol';

/** No copy, if it is bytes already. */
export function bytesOf(content: FileContent): Buffer {
  if (typeof content === 'string') return Buffer.from(content, 'base64');
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

export function base64Of(content: FileContent): string {
  return typeof content === 'string' ? content : bytesOf(content).toString('base64');
}
