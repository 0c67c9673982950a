import { createHmac, timingSafeEqual } from 'node:crypto';

import { provenanceFolder } from '../user-folders.ts';

import { canonicalJson } from './canonical-json.ts';
import { readUserKey } from './user-key.ts';

/** Seals records that were written by this user on this machine, and recognises the seals. */
export interface RecordSealer {
  /** `record` is the record as it is stored, without its seal. */
  seal(record: object): string;
  isSealed(record: object, seal: string | undefined): boolean;
  /** The same two for a record that is stored as its canonical JSON, which saves computing that again. */
  sealText(canonical: string): string;
  isTextSealed(canonical: string, seal: string | undefined): boolean;
}

export interface SealerOptions {
  /** The folder of the user's key; the user's config folder unless given. */
  folder?: string;
}

/** Reads the user's key, or creates it, when the first record is sealed or checked. */
export function openRecordSealer({ folder = provenanceFolder() }: SealerOptions = {}): RecordSealer {
  const known = sealers.get(folder);
  if (known !== undefined) return known;
  const sealer = createSealer(folder);
  sealers.set(folder, sealer);
  return sealer;
}

/** A process that could not keep its key must use the same one for all its stores. */
const sealers = new Map<string, RecordSealer>();

function createSealer(folder: string): RecordSealer {
  let key: Buffer | null = null;
  const sealText = (canonical: string): string => {
    key ??= readUserKey(folder);
    // The prefix keeps seals apart from whatever else this key may sign one day.
    return createHmac('sha256', key).update('annotate-mcp record 1\n').update(canonical).digest('base64url');
  };
  const isTextSealed = (canonical: string, seal: string | undefined): boolean =>
    seal !== undefined && isEqual(seal, sealText(canonical));
  return {
    seal: (record) => sealText(canonicalJson(record)),
    isSealed: (record, seal) => seal !== undefined && isTextSealed(canonicalJson(record), seal),
    sealText,
    isTextSealed,
  };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
