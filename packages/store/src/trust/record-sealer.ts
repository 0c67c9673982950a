import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

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
  let key: KeyObject | null = null;
  const sealText = (canonical: string): string => {
    key ??= createSecretKey(readUserKey(folder));
    // The prefix keeps seals apart from whatever else this key may sign one day.
    return createHmac('sha256', key).update('annotate-mcp record 1\n').update(canonical).digest('base64url');
  };
  const verified = new VerifiedTexts();
  const isTextSealed = (canonical: string, seal: string | undefined): boolean => {
    if (seal === undefined) return false;
    if (verified.has(seal, canonical)) return true;
    if (!isEqual(seal, sealText(canonical))) return false;
    verified.add(seal, canonical);
    return true;
  };
  return {
    seal: (record) => sealText(canonicalJson(record)),
    isSealed: (record, seal) => seal !== undefined && isTextSealed(canonicalJson(record), seal),
    sealText,
    isTextSealed,
  };
}

/** Agents list the same records again and again; comparing a text is a hundred times faster than hashing it. */
class VerifiedTexts {
  readonly #texts = new Map<string, string>();
  #length = 0;

  has(seal: string, text: string): boolean {
    return this.#texts.get(seal) === text;
  }

  add(seal: string, text: string): void {
    if (this.#length > mostVerified) {
      this.#texts.clear();
      this.#length = 0;
    }
    this.#texts.set(seal, text);
    this.#length += text.length;
  }
}

/** In characters. */
const mostVerified = 4_000_000;

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
