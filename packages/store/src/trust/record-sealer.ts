import { createHmac, timingSafeEqual } from 'node:crypto';

import { configFolder } from '../user-folders.ts';

import { canonicalJson } from './canonical-json.ts';
import { repositoryOf } from './repository.ts';
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
  /**
   * Any folder of the repository that the records are in. Seals are valid in that repository only: others may have read
   * them there, and could put the user's words under something else in a repository of their own.
   */
  repository: string;
  /** The folder of the user's key; the user's config folder unless given. */
  folder?: string;
}

/** Reads the user's key, or creates it, when the first record is sealed or checked. */
export function openRecordSealer({ repository, folder = configFolder() }: SealerOptions): RecordSealer {
  // The first words keep seals apart from whatever else this key may sign one day.
  const prefix = `annotate-mcp record 1 ${JSON.stringify(repositoryOf(repository))}\n`;
  const sealText = (canonical: string): string =>
    createHmac('sha256', keyIn(folder)).update(prefix).update(canonical).digest('base64url');
  const isTextSealed = (canonical: string, seal: string | undefined): boolean =>
    seal !== undefined && isEqual(seal, sealText(canonical));
  return {
    seal: (record) => sealText(canonicalJson(record)),
    isSealed: (record, seal) => seal !== undefined && isTextSealed(canonicalJson(record), seal),
    sealText,
    isTextSealed,
  };
}

/** A process that could not keep its key must use the same one for all its stores. */
const keys = new Map<string, Buffer>();

function keyIn(folder: string): Buffer {
  const key = keys.get(folder) ?? readUserKey(folder);
  keys.set(folder, key);
  return key;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
