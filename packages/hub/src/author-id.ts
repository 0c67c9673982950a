import { createHash } from 'node:crypto';

/**
 * The id of an author, which every page and agent may see, derived from the secret that only the author's browser has.
 * An id can therefore be shown but not claimed. It is a UUID of version 8, so that ids from before there were secrets
 * (version 4) differ.
 */
export function authorIdFrom(secret: string): string {
  const bytes = createHash('sha256')
    .update(`annotate-mcp author ${secret.toLowerCase()}`)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Whether the id may be one that a page chose for itself, and not one that was derived from a secret. */
export function isUnprovenAuthorId(id: string): boolean {
  return id.charAt(14) !== '8' && id !== localAuthorId;
}

/** The author of what a script on the machine of the hub sends without a secret. No secret has this id. */
export const localAuthorId = '00000000-0000-4000-8000-000000000000';
