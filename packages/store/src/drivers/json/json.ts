import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import type { Driver, Settings } from '../../driver.ts';
import { touch } from '../../feed/touch.ts';
import {
  canonicalFile,
  type Companions,
  companionsOf,
  createAnnotateFolder,
} from '../../files/annotate-folder.ts';
import { hasErrorCode } from '../../files/error-code.ts';
import { toStoreError } from '../../files/failures.ts';
import { FileLock } from '../../files/file-lock.ts';
import { fileStamp } from '../../files/file-stamp.ts';
import { sharedFileSystem } from '../../files/file-system.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { openLive } from '../../live/live.ts';
import { type Backing, createStateStore } from '../../state/state-store.ts';
import type { Records, StoredRecord } from '../../state/stored-record.ts';
import type { SetAside } from '../../store.ts';
import { openProvenance, type Provenance } from '../../trust/provenance.ts';

import { emptyContent, formatContent, type JsonContent, parseContent } from './json-format.ts';

/** One readable file, meant to be committed. People and git may change it at any time. */
export const json: Driver = {
  scheme: 'json',
  open: async (location, settings) => {
    if (location === '') throw missingPathError();
    const path = resolve(settings.root, location);
    try {
      mkdirSync(dirname(path), { recursive: true });
      const file = canonicalFile(path);
      const companions = companionsOf(file, settings.root);
      createIfAllowed(companions.folder);
      const live = openLive(companions, settings, journalFor(dirname(file)));
      return createStateStore(new JsonBacking(file, companions, settings), live, settings);
    } catch (error) {
      throw toStoreError(error, path);
    }
  },
};

/** A store in a read-only folder can still be read. */
function createIfAllowed(folder: string): void {
  try {
    createAnnotateFolder(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
}

function journalFor(folder: string): 'wal' | 'delete' {
  return sharedFileSystem(folder) === null ? 'wal' : 'delete';
}

class JsonBacking implements Backing {
  readonly url: string;
  readonly wakeFiles: readonly string[];
  readonly #file: string;
  readonly #folder: string;
  readonly #wakeFile: string;
  readonly #lock: FileLock;
  readonly #provenance: Provenance;
  #seen: { stamp: string; content: JsonContent } | null = null;

  constructor(file: string, { folder, wakeFile, lockFile }: Companions, settings: Settings) {
    this.url = `json:${file}`;
    this.wakeFiles = [wakeFile, file];
    this.#file = file;
    this.#folder = folder;
    this.#wakeFile = wakeFile;
    this.#lock = new FileLock(lockFile, { protects: file, busyMs: settings.busyMs });
    this.#provenance = openProvenance(file, settings);
  }

  read(): Records {
    return this.#content().records;
  }

  setAside(): SetAside[] {
    return [...this.#content().setAside];
  }

  isTrusted(): boolean {
    return this.#provenance.isRepositoryTrusted();
  }

  async write<T>(work: (records: Map<string, StoredRecord>) => T): Promise<T> {
    try {
      createAnnotateFolder(this.#folder);
      return await this.#lock.run(() => this.#change(work));
    } catch (error) {
      throw toStoreError(error, this.#file);
    }
  }

  stamp(): string {
    return fileStamp(this.#file);
  }

  close(): void {
    this.#lock.close();
  }

  #content(): JsonContent {
    try {
      return this.#load();
    } catch (error) {
      throw toStoreError(error, this.#file);
    }
  }

  #load(): JsonContent {
    const stamp = fileStamp(this.#file);
    if (this.#seen?.stamp === stamp) return this.#seen.content;
    const text = readText(this.#file);
    const content =
      text === null
        ? emptyContent
        : parseContent(text, this.#file, this.#seen?.content.records ?? new Map(), this.#provenance.sealer);
    this.#seen = { stamp, content };
    return content;
  }

  #change<T>(work: (records: Map<string, StoredRecord>) => T): T {
    const before = this.#load();
    const draft = new Map(before.records);
    const result = work(draft);
    if (isSame(before.records, draft)) return result;
    const content = { ...before, records: draft };
    // People and git do not use the lock: what they saved meanwhile must not be overwritten.
    const isCurrent = () => fileStamp(this.#file) === this.#seen?.stamp;
    const options = { temporaryFolder: this.#folder, isCurrent };
    if (!replaceFile(this.#file, formatContent(content, this.#provenance.sealer), options))
      return this.#change(work);
    this.#seen = { stamp: fileStamp(this.#file), content };
    touch(this.#wakeFile);
    return result;
  }
}

/** `null` when there is no file. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isSame(before: Records, after: Records): boolean {
  return before.size === after.size && [...after].every(([id, record]) => before.get(id) === record);
}

function missingPathError(): AnnotateError {
  return new AnnotateError('store/unknown-driver', 'The store URL "json:" has no file name.', {
    hint: 'Add one, for example json:review.json.',
  });
}
