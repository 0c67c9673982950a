// In browsers and in Node alike.
declare const atob: (base64: string) => string;
declare const btoa: (binary: string) => string;

/** Bytes as base64 in pages, which have no `Buffer`. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: an argument for each byte of a large file is more than a call takes.
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** Throws for text that is not base64. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
