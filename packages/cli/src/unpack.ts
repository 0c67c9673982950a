/** What a standalone executable holds beside its program, as files: browsers are served from folders. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { cacheFolder, type Machine, thisMachine } from './user-folders.ts';

/** Written by the build as the asset `contents`. */
export interface Contents {
  /** Of all files together: another one has another folder, so that two versions can run at once. */
  readonly digest: string;
  readonly files: Readonly<Record<string, { readonly bytes: number }>>;
}

export interface Packed {
  readonly contents: Contents;
  readonly read: (name: string) => Uint8Array;
}

let done: string | undefined;

/** Looks at the disk once for each process. */
export function unpacked(): string {
  done ??= unpack(packedHere(), thisMachine);
  return done;
}

/** Into this user's cache; where that cannot be written to, into a folder of this process alone. */
export function unpack(packed: Packed, machine: Machine): string {
  const folder = join(cacheFolder(machine), packed.contents.digest);
  try {
    return writeMissing(packed, folder);
  } catch {
    return writeMissing(packed, mkdtempSync(join(tmpdir(), 'annotate-mcp-')));
  }
}

function packedHere(): Packed {
  const sea = process.getBuiltinModule('node:sea');
  return {
    // Not checked: it is part of this very program.
    contents: JSON.parse(sea.getAsset('contents', 'utf8')) as Contents,
    read: (name) => new Uint8Array(sea.getRawAsset(name)),
  };
}

function writeMissing({ contents, read }: Packed, folder: string): string {
  for (const [name, { bytes }] of Object.entries(contents.files)) {
    const file = join(folder, name);
    // Cleaners of caches take single files, so each is looked at.
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes) continue;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const fresh = `${file}.${randomUUID()}`;
    writeFileSync(fresh, read(name), { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  }
  return folder;
}
