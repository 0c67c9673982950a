import { resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import type { Driver, Settings } from '../../driver.ts';
import { touch } from '../../feed/wake-file.ts';
import {
  type Companions,
  createAnnotateFolder,
  createAnnotateFolderIfAllowed,
  placeStore,
} from '../../files/annotate-folder.ts';
import { toStoreError } from '../../files/failures.ts';
import { FileLock } from '../../files/file-lock.ts';
import { folderOf, type WatchedFolder } from '../../files/file-watch.ts';
import { openLive } from '../../live/live.ts';
import { type Backing, createStateStore } from '../../state/state-store.ts';
import type { Records, StoredRecord } from '../../state/stored-record.ts';
import type { UnreadableRecord } from '../../store.ts';
import { openProvenance, type Provenance } from '../../trust/provenance.ts';

import type { Deletion } from './entries.ts';
import { mergeByLines } from './git-attributes.ts';
import { JsonFile } from './json-file.ts';
import type { JsonContent } from './json-format.ts';

/** One readable file, meant to be committed. People and git may change it at any time. */
export const json: Driver = {
  scheme: 'json',
  open: async (location, settings) => {
    const path = fileOf(location, settings.root);
    if (path === null) throw missingPathError();
    try {
      const { file, companions } = placeStore(path, settings.root);
      createAnnotateFolderIfAllowed(companions.folder);
      const provenance = openProvenance(file, settings);
      const live = openLive(companions, settings, provenance);
      return createStateStore(new JsonBacking(file, companions, settings), live, settings);
    } catch (error) {
      throw toStoreError(error, path);
    }
  },
  fileOf,
};

function fileOf(location: string, root: string): string | null {
  return location === '' ? null : resolve(root, location);
}

/** One JSON file. After `close` it can still be read, and the next write opens its lock again. */
export class JsonBacking implements Backing {
  readonly url: string;
  readonly wakeFiles: readonly string[];
  readonly wakeFolders: readonly WatchedFolder[];
  readonly #path: string;
  readonly #companions: Companions;
  readonly #settings: Settings;
  readonly #file: JsonFile;
  readonly #lock: FileLock;
  readonly #provenance: Provenance;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #isMergedByLines = false;

  constructor(path: string, companions: Companions, settings: Settings) {
    this.url = `json:${path}`;
    this.wakeFiles = [companions.wakeFile];
    this.wakeFolders = [folderOf(path)];
    this.#path = path;
    this.#companions = companions;
    this.#settings = settings;
    this.#lock = new FileLock(companions.lockFile, { protects: path, busyMs: settings.busyMs });
    this.#provenance = openProvenance(path, settings);
    const { folder, writeLogFile } = companions;
    const { sealer } = this.#provenance;
    this.#file = new JsonFile({ file: path, logFile: writeLogFile, temporaryFolder: folder, sealer });
    // What a killed process left behind.
    if (this.#file.hasLog()) this.#flushSoon();
  }

  read(): Records {
    return this.#content().records;
  }

  listUnreadable(): UnreadableRecord[] {
    return this.#content().unreadableLines.map(({ id, reason }) => ({ id, reason }));
  }

  isTrusted(): boolean {
    return this.#provenance.isRepositoryTrusted();
  }

  async write<T>(work: (records: Map<string, StoredRecord>) => T): Promise<T> {
    try {
      createAnnotateFolder(this.#companions.folder);
      return await this.#lock.runSync(() => this.#change(work));
    } catch (error) {
      throw toStoreError(error, this.#path);
    }
  }

  async close(): Promise<void> {
    const isFlushed = this.#timer === undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One that waits for the lock would open the lock file again afterwards.
    await this.#flushing;
    if (!isFlushed) await this.#flush();
    this.#lock.close();
  }

  #content(): JsonContent {
    try {
      return this.#file.read();
    } catch (error) {
      throw toStoreError(error, this.#path);
    }
  }

  #change<T>(work: (records: Map<string, StoredRecord>) => T): T {
    const before = this.#file.read();
    const draft = new Map(before.records);
    const result = work(draft);
    if (isSame(before.records, draft)) return result;
    const deletions = deletionsAfter(before, draft, this.#settings.now());
    if (!this.#file.write(before, { ...before, records: draft, deletions })) return this.#change(work);
    touch(this.#companions.wakeFile);
    this.#flushSoon();
    this.#mergeByLines();
    return result;
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.#flushAfterRest(), this.#file.restMs() + flushDelayMs).unref();
  }

  #flushAfterRest(): void {
    this.#timer = undefined;
    // Another process has just written it, with all changes so far.
    if (this.#file.hasLog() && (this.#file.isResting() || this.#file.isInUse())) this.#flushSoon();
    else this.#flushing = this.#flush();
  }

  /** Writes what is still in the log into the file, and the file to the disk. */
  async #flush(): Promise<void> {
    try {
      if (this.#file.hasLog()) await this.#lock.runSync(() => this.#file.moveLogIntoFile());
      this.#file.flush();
    } catch {
      // Nothing is lost: all processes read the log, and the next change writes it into the file.
    }
  }

  #mergeByLines(): void {
    if (this.#isMergedByLines) return;
    this.#isMergedByLines = true;
    const { root, mergedFiles } = this.#settings;
    mergeByLines(mergedFiles === undefined ? this.#path : resolve(root, mergedFiles));
  }
}

/** How long after the last change the file is flushed to the disk. */
const flushDelayMs = 100;
/** How long a deletion is remembered: longer than most branches live. */
const keepDeletionsMs = 90 * 24 * 3_600_000;

function deletionsAfter(
  { records, deletions }: JsonContent,
  after: Records,
  now: Date,
): Map<string, Deletion> {
  const oldest = new Date(now.getTime() - keepDeletionsMs).toISOString();
  const kept = [...deletions.values()].filter(({ id, deletedAt }) => !after.has(id) && deletedAt > oldest);
  const deleted = [...records.keys()].filter((id) => !after.has(id));
  return new Map([
    ...kept.map((deletion): [string, Deletion] => [deletion.id, deletion]),
    ...deleted.map((id): [string, Deletion] => [id, { id, deletedAt: now.toISOString() }]),
  ]);
}

function isSame(before: Records, after: Records): boolean {
  return before.size === after.size && [...after].every(([id, record]) => before.get(id) === record);
}

function missingPathError(): AnnotateError {
  return new AnnotateError('store/unknown-driver', 'The store URL "json:" has no file name.', {
    hint: 'Add one, for example json:review.json.',
  });
}
