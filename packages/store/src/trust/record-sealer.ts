import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

import { provenanceFolder } from '../user-folders.ts';

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
  /** A text that only this user's processes can make, the same for the same subject. It seals nothing. */
  markOf(subject: string): string;
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
export function openRecordSealer({ repository, folder = provenanceFolder() }: SealerOptions): RecordSealer {
  // The first words keep seals apart from whatever else this key may sign one day.
  const prefix = `annotate-mcp record 1 ${JSON.stringify(repositoryOf(repository))}\n`;
  const marks = new Map<string, string>();
  const createMark = (subject: string): string =>
    createHmac('sha256', keyIn(folder)).update(`annotate-mcp mark 1 ${prefix}${subject}`).digest('base64url');
  const sealText = (canonical: string): string =>
    createHmac('sha256', keyIn(folder)).update(prefix).update(canonical).digest('base64url');
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
    markOf: (subject) => {
      const mark = marks.get(subject) ?? createMark(subject);
      marks.set(subject, mark);
      return mark;
    },
  };
}

/** A process that could not keep its key must use the same one for all its stores. */
const keys = new Map<string, KeyObject>();

function keyIn(folder: string): KeyObject {
  const key = keys.get(folder) ?? createSecretKey(readUserKey(folder));
  keys.set(folder, key);
  return key;
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
