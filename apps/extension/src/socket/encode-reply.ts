import { type BrowserReply, joinBytes } from '@annotate-mcp/browser-protocol';

/** As the server takes it: see `WelcomeMessage.takesBytes`. */
export function encodeReply(reply: BrowserReply, takesBytes: boolean): string | Uint8Array<ArrayBuffer> {
  const file = takesBytes ? fileIn(reply) : null;
  if (file === null) return JSON.stringify(reply);
  return joinBytes(new TextEncoder().encode(JSON.stringify(file.rest)), file.bytes);
}

function fileIn(reply: BrowserReply): { rest: object; bytes: Uint8Array } | null {
  if (!reply.success || !('file' in reply.result)) return null;
  const { file } = reply.result;
  const bytes = typeof file === 'string' ? decode(file) : file;
  return bytes === null ? null : { rest: { ...reply, result: { ...reply.result, file: '' } }, bytes };
}

type FromBase64 = (base64: string) => Uint8Array;

/** `null` in a Chrome that has no fast way for it: what text costs more is less than the slow way takes. */
function decode(base64: string): Uint8Array | null {
  const { fromBase64 } = Uint8Array as { fromBase64?: FromBase64 };
  return fromBase64?.call(Uint8Array, base64) ?? null;
}
