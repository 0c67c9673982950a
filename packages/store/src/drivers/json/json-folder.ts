/**
 * All JSON stores of one folder as one store, without opening each. A file that is added to the folder is found, one that
 * cannot be read is set aside, and a change is written into the file that has the record. No record can be added.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { type Annotation, SerialQueue } from '@annotate-mcp/core';

import type { Settings } from '../../driver.ts';
import {
  type Companions,
  companionsOfFolder,
  placeStore,
  wakeFolderOf,
} from '../../files/annotate-folder.ts';
import { hasErrorCode } from '../../files/error-code.ts';
import type { WatchedFolder } from '../../files/file-watch.ts';
import { type Live, openLive } from '../../live/live.ts';
import { type Backing, createStateStore } from '../../state/state-store.ts';
import type { Records, StoredRecord } from '../../state/stored-record.ts';
import type { UnreadableRecord, Store } from '../../store.ts';
import { openProvenance, type Provenance } from '../../trust/provenance.ts';

import { JsonBacking } from './json.ts';

export interface JsonFolderSettings extends Settings {
  /** The folder need not exist, and is not created. */
  folder: string;
  /** Other records of the files are left as they are. */
  isShown: (annotation: Annotation) => boolean;
}

export function openJsonFolder(settings: JsonFolderSettings): Store {
  return createStateStore(new JsonFolder(settings), openFolderLive(settings), settings);
}

/** Sessions, agents and the other live records are shared by all stores of the folder. */
export function openFolderLive(settings: Omit<JsonFolderSettings, 'isShown'>): Live {
  const { folder, root } = settings;
  return openLive(sharedCompanions(folder, root), settings, null);
}

function sharedCompanions(folder: string, root: string): Companions | null {
  try {
    return companionsOfFolder(folder, root);
  } catch {
    // A link leads out of the project. Each file is set aside with this reason, so that no agent can claim anything.
    return null;
  }
}

class JsonFolder implements Backing {
  readonly url: string;
  readonly wakeFiles = [];
  readonly wakeFolders: readonly WatchedFolder[];
  readonly #settings: JsonFolderSettings;
  readonly #provenance: Provenance;
  readonly #writes = new SerialQueue();
  readonly #files = new Map<string, FolderFile>();
  #problem: UnreadableRecord | null = null;
  #seen: Seen = { contents: [], parts: [], records: new Map() };

  constructor(settings: JsonFolderSettings) {
    const { folder, root } = settings;
    this.#settings = settings;
    this.url = `json-folder:${folder}`;
    // Any name gives the same answer.
    const anyFile = join(folder, 'any.json');
    this.#provenance = openProvenance(anyFile, settings);
    this.wakeFolders = [
      { folder, isWatched: isJson },
      // Changes that are not in the file yet. The names of wake files begin with those of their stores.
      { folder: wakeFolderOf(anyFile, root), isWatched: (name) => /\.json-[\da-f]{8}$/.test(name) },
    ];
  }

  read(): Records {
    return this.#read().records;
  }

  listUnreadable(): UnreadableRecord[] {
    this.#read();
    const inFiles = this.#list().flatMap((file) => file.listUnreadable());
    return this.#problem === null ? inFiles : [this.#problem, ...inFiles];
  }

  isTrusted(): boolean {
    return this.#provenance.isRepositoryTrusted();
  }

  /**
   * The work is tried first, and nothing is written when it throws. Then each file that it changes is locked and the work
   * runs again with what is in that file now: several files are several transactions.
   */
  write<T>(work: (records: Map<string, StoredRecord>) => T): Promise<T> {
    return this.#writes.run(async () => {
      const { parts, records } = this.#read();
      const tried = new Map(records);
      let result = work(tried);
      if ([...tried.keys()].some((id) => !records.has(id)))
        throw new TypeError('A folder takes no new record.');
      for (const part of parts) {
        if (isSame(part.records, tried)) continue;
        result = await this.#writeTo(part, records, work);
      }
      return result;
    });
  }

  async close(): Promise<void> {
    await this.#writes.run(() => undefined);
  }

  async #writeTo<T>(
    { file, records: owned }: Part,
    all: Records,
    work: (records: Map<string, StoredRecord>) => T,
  ): Promise<T> {
    const backing = file.open();
    try {
      return await backing.write((records) => {
        const draft = new Map(all);
        for (const id of owned.keys()) replaceIn(draft, id, records.get(id));
        const result = work(draft);
        for (const id of owned.keys()) replaceIn(records, id, draft.get(id));
        return result;
      });
    } finally {
      // Most documents are quiet: none keeps a lock open.
      await backing.close();
    }
  }

  /** The same object as long as nothing has changed. */
  #read(): Seen {
    const files = this.#list();
    const contents = files.map((file) => file.read());
    const { contents: before } = this.#seen;
    const isUnchanged =
      contents.length === before.length && contents.every((content, index) => content === before[index]);
    if (!isUnchanged) this.#seen = { contents, ...this.#join(files, contents) };
    return this.#seen;
  }

  /** A record that is in several files, because one was copied, is that of the first. */
  #join(files: readonly FolderFile[], contents: readonly Records[]): Pick<Seen, 'parts' | 'records'> {
    const all = new Map<string, StoredRecord>();
    const parts = files.map((file, index): Part => {
      const records = new Map<string, StoredRecord>();
      for (const [id, record] of contents[index] ?? []) {
        if (all.has(id) || !this.#settings.isShown(record.annotation)) continue;
        records.set(id, record);
        all.set(id, record);
      }
      return { file, records };
    });
    return { parts, records: all };
  }

  #list(): FolderFile[] {
    const names = this.#names();
    for (const name of this.#files.keys()) if (!names.has(name)) this.#files.delete(name);
    return [...names].map((name) => {
      const file = this.#files.get(name) ?? new FolderFile(name, this.#settings);
      this.#files.set(name, file);
      return file;
    });
  }

  /** While the folder cannot be read, the files that were found before. */
  #names(): ReadonlySet<string> {
    const { folder, root } = this.#settings;
    try {
      // Most projects have no such folder, and each read of a project asks: an exception takes ten times as long.
      const isMissing = statSync(folder, { throwIfNoEntry: false }) === undefined;
      const names = isMissing ? [] : readdirSync(folder).filter(isJson).sort();
      this.#problem = null;
      return new Set(names);
    } catch (error) {
      const isMissing = hasErrorCode(error, 'ENOENT');
      this.#problem = isMissing ? null : { id: relative(root, folder), reason: reasonOf(error) };
      return isMissing ? new Set() : new Set(this.#files.keys());
    }
  }
}

interface Seen {
  /** Of each file, as it was read. */
  contents: readonly Records[];
  parts: readonly Part[];
  records: Records;
}

/** A file with the records that it has in the joined list. */
interface Part {
  file: FolderFile;
  records: Records;
}

const empty: Records = new Map();

/** One file. While it cannot be read it has what was read before. */
class FolderFile {
  readonly #name: string;
  readonly #settings: JsonFolderSettings;
  #backing: JsonBacking | null = null;
  #records = empty;
  #problem: UnreadableRecord | null = null;

  constructor(name: string, settings: JsonFolderSettings) {
    this.#name = name;
    this.#settings = settings;
  }

  read(): Records {
    try {
      this.#records = this.open().read();
      this.#problem = null;
    } catch (error) {
      this.#problem = { id: this.#path(), reason: reasonOf(error) };
    }
    return this.#records;
  }

  listUnreadable(): UnreadableRecord[] {
    if (this.#problem !== null) return [this.#problem];
    return (this.#backing?.listUnreadable() ?? []).map(({ id, reason }) => ({
      id,
      reason: `${reason} (${this.#path()})`,
    }));
  }

  open(): JsonBacking {
    if (this.#backing !== null) return this.#backing;
    const { folder, root } = this.#settings;
    const { file, companions } = placeStore(join(folder, this.#name), root);
    this.#backing = new JsonBacking(file, companions, this.#settings);
    return this.#backing;
  }

  #path(): string {
    const { folder, root } = this.#settings;
    return relative(root, join(folder, this.#name));
  }
}

function isJson(name: string): boolean {
  return name.endsWith('.json');
}

function isSame(before: Records, after: Records): boolean {
  return [...before].every(([id, record]) => after.get(id) === record);
}

function replaceIn(records: Map<string, StoredRecord>, id: string, record: StoredRecord | undefined): void {
  if (record === undefined) records.delete(id);
  else records.set(id, record);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
