/** The JSON file with its log: what is stored now, and how a change is stored. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';

import { hasErrorCode } from '../../files/error-code.ts';
import { unreadableError } from '../../files/failures.ts';
import { fileStamp } from '../../files/file-stamp.ts';
import { replaceFile } from '../../files/replace-file.ts';
import type { RecordSealer } from '../../trust/record-sealer.ts';

import { collectEntries, type Entry } from './entries.ts';
import {
  applyEntries,
  changedLines,
  emptyContent,
  formatContent,
  type JsonContent,
  parseContent,
  parseLine,
} from './json-format.ts';
import { type LogItem, type LogPosition, noLog, WriteLog } from './write-log.ts';

export interface JsonFileOptions {
  file: string;
  logFile: string;
  /** Where the new text is written before it replaces the file. */
  temporaryFolder: string;
  sealer: RecordSealer;
}

interface Seen {
  /** Of the file that the content is based on. */
  stamp: string;
  log: LogPosition;
  content: JsonContent;
  /** Some of the content is in the log only. */
  isAhead: boolean;
}

export class JsonFile {
  readonly #options: JsonFileOptions;
  readonly #log: WriteLog;
  /** What each line says; lines that are found again are not parsed and checked again. */
  #entries = new Map<string, Entry>();
  #seen: Seen | null = null;

  constructor(options: JsonFileOptions) {
    this.#options = options;
    this.#log = new WriteLog(options.logFile);
  }

  /** The same object as long as nothing has changed. */
  read(): JsonContent {
    const followed = this.#seen === null ? null : this.#follow(this.#seen);
    // After the log was read: what another process has moved from the log into the file meanwhile is then seen here.
    const stamp = fileStamp(this.#options.file);
    this.#seen = followed?.stamp === stamp ? followed : this.#readAll(stamp);
    return this.#seen.content;
  }

  /**
   * To be called with the lock held and with what `read` has just returned. Returns `false` when a person or git has
   * changed the file meanwhile.
   */
  write(before: JsonContent, content: JsonContent): boolean {
    const lines = changedLines(before, content, this.#options.sealer);
    const changes = lines.map((line): LogItem => ({ type: 'change', line }));
    if (this.#seen === null) return this.#writeWhole(content, changes);
    const { stamp, log } = this.#seen;
    if (!this.isResting()) {
      try {
        return this.#writeWhole(content, changes);
      } catch (error) {
        // A whole file needs more room on the disk than its changes, for which the log may have enough.
        if (!hasErrorCode(error, 'ENOSPC', 'EDQUOT') || fileStamp(this.#options.file) !== stamp) throw error;
      }
    }
    const base: LogItem[] = log.identity === '' ? [{ type: 'base', stamp }] : [];
    this.#log.append([...base, ...changes]);
    this.#seen = { stamp, log: this.#log.position(), content, isAhead: true };
    return true;
  }

  /** Writes what is in the log into the file, and removes the log. To be called with the lock held. */
  moveLogIntoFile(): void {
    const content = this.read();
    const isWritten = this.#seen?.isAhead !== true || this.#writeWhole(content, []);
    if (!isWritten || this.#seen === null) return;
    this.#log.remove();
    this.#seen = { ...this.#seen, log: noLog };
  }

  hasLog(): boolean {
    return this.#log.position().identity !== '';
  }

  /** Changes come one after the other: readers of the log would have to read the whole file if it was removed now. */
  isInUse(): boolean {
    const { sinceWriteMs, size } = this.#log.age();
    return sinceWriteMs < inUseMs && size < longestLog;
  }

  /** It was written a moment ago, and the next changes go into the log. */
  isResting(): boolean {
    const written = statSync(this.#options.file, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && Math.abs(Date.now() - written) < this.restMs();
  }

  /** How long the file rests between two writes: large files longer, because each write takes longer. */
  restMs(): number {
    const size = statSync(this.#options.file, { throwIfNoEntry: false })?.size ?? 0;
    return size < alwaysWritten ? 0 : Math.max(200, size / 2_500);
  }

  /** Waits until the file is on the disk. */
  flush(): void {
    try {
      const descriptor = openSync(this.#options.file, 'r');
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch {
      // The file was deleted or replaced meanwhile; the system writes it to the disk by itself a little later.
    }
  }

  /** `changes` are those that are not in the log yet. */
  #writeWhole(content: JsonContent, changes: readonly LogItem[]): boolean {
    const { file, temporaryFolder, sealer } = this.#options;
    // People and git do not use the lock: what they saved meanwhile must not be overwritten.
    const isCurrent = () => fileStamp(file) === this.#seen?.stamp;
    // Flushed soon after: waiting for the disk with every change would make writers of other processes wait.
    // Private, as every store: drafts are in it. Git records no permissions, and a file that is there keeps its own.
    const options = { temporaryFolder, isCurrent, durable: false, waits: false, newFileMode: 0o600 };
    if (!replaceFile(file, formatContent(content, sealer), options)) return false;
    const stamp = fileStamp(file);
    // Processes that follow the log need not read the file again.
    if (this.hasLog()) this.#log.append([...changes, { type: 'base', stamp }]);
    this.#seen = { stamp, log: this.#log.position(), content, isAhead: false };
    return true;
  }

  /** Reads on in the log. The result has the stamp of the file as it should be then; `null` when there is a gap. */
  #follow(seen: Seen): Seen | null {
    const { items, position } = this.#log.readFrom(seen.log);
    const [first] = items;
    if (first === undefined) return { ...seen, log: position };
    const isOtherLog = seen.log.identity !== position.identity;
    if (isOtherLog && (first.type !== 'base' || first.stamp !== seen.stamp)) return null;
    const lastBase = items.findLast((item) => item.type === 'base');
    const entries = this.#entriesOf(items);
    // Old versions of lines are not found again.
    if (this.#entries.size > 2 * seen.content.records.size + 1_000) this.#entries.clear();
    return {
      stamp: lastBase?.stamp ?? seen.stamp,
      log: position,
      content: entries.length === 0 ? seen.content : applyEntries(seen.content, entries),
      isAhead: items.at(-1)?.type === 'change' || (lastBase === undefined && seen.isAhead),
    };
  }

  #readAll(stamp: string): Seen {
    const { file, sealer } = this.#options;
    const text = readText(file);
    // A person who deletes the file also deletes what was to be written into it.
    if (text === null) return { stamp, log: this.#log.position(), content: emptyContent, isAhead: false };
    const found = parseContent(text, file, this.#entries, sealer);
    this.#entries = new Map(found.entries);
    const { items, position } = this.#log.readFrom(noLog);
    const now = fileStamp(file);
    if (now !== stamp) return this.#readAll(now);
    const base = items.findLastIndex((item) => item.type === 'base' && item.stamp === stamp);
    const later = this.#entriesOf(items.slice(base + 1));
    const content = base === -1 ? withForeignLog(found.content, later) : applyEntries(found.content, later);
    return { stamp, log: position, content, isAhead: later.length > 0 };
  }

  #entriesOf(items: readonly LogItem[]): Entry[] {
    return items.flatMap((item) => {
      if (item.type === 'base') return [];
      const entry = this.#entries.get(item.line) ?? parseLine(item.line, this.#options.sealer);
      this.#entries.set(item.line, entry);
      return [entry];
    });
  }
}

/** A file of this size in bytes is written at once. */
const alwaysWritten = 16 * 1024;
const inUseMs = 200;
/** In bytes. A process that opens the store reads all of the log. */
const longestLog = 64 * 1024 * 1024;

/**
 * The log does not name this file. A process has just written the log's changes into the file and names it next, or was
 * killed before that: then the file has all that the log has. Or git has replaced the file: then the log has changes
 * that the file lacks. Hence the log counts only where it is newer by its own time; not every change sets a time.
 */
function withForeignLog(content: JsonContent, logged: readonly Entry[]): JsonContent {
  const newer = latestOf(logged).filter((entry) => {
    if (entry.type !== 'record') return entry.type === 'deleted';
    const stored = content.records.get(entry.record.annotation.id);
    return stored === undefined || entry.record.annotation.updatedAt > stored.annotation.updatedAt;
  });
  if (newer.length === 0) return content;
  const own = [...content.records.values()].map((record): Entry => ({ type: 'record', record }));
  const deleted = [...content.deletions.values()].map((deletion): Entry => ({ type: 'deleted', deletion }));
  const { records, deletions } = collectEntries([...own, ...deleted, ...newer]);
  return { ...content, records, deletions };
}

/** The last version of each record in the log. */
function latestOf(logged: readonly Entry[]): Entry[] {
  const latest = new Map<string, Entry>();
  for (const entry of logged) {
    if (entry.type === 'record') latest.set(entry.record.annotation.id, entry);
    else if (entry.type === 'deleted') latest.set(entry.deletion.id, entry);
  }
  return [...latest.values()];
}

/** `null` when there is no file. */
function readText(file: string): string | null {
  try {
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) throw unreadableError(file, 'is damaged (it is not UTF-8 text)');
    return bytes.toString();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
