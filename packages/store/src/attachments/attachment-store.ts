import { AnnotateError } from '@annotate-mcp/core';

/** Keeps pictures and records beside the annotations that name them. A name is the hash of its content and an ending. */
export interface AttachmentStore {
  /** Storing the same name again changes nothing. When this returns, the whole content is stored. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** `null` when there is none. */
  get(name: string): Promise<Buffer | null>;
  /** All names, sorted. */
  list(): Promise<string[]>;
  /** Does nothing when there is none. */
  remove(name: string): Promise<void>;
}

/** Refuses what cannot be the name of an attachment, because names become paths and keys. */
export function isAttachmentName(name: string): boolean {
  return /^[0-9a-f]{64}\.\w{1,10}$/.test(name);
}

export function requireAttachmentName(name: string): void {
  if (isAttachmentName(name)) return;
  throw new AnnotateError('arguments/invalid', `${JSON.stringify(name)} is no name of an attachment.`, {
    hint: 'Nothing was stored. A name is the SHA-256 of the content in hexadecimal, a dot and an ending.',
  });
}
