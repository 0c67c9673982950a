/** Unpacks the files for browsers from a standalone executable, because they are served from a folder. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { renameOverSync } from '@annotate-mcp/store/files';
import { cacheFolder, type Machine, thisMachine } from '@annotate-mcp/store/user-folders';

/** Written by the build as the asset `contents`. */
export interface Contents {
  /** Hash of all files. It names the folder, so that two versions can run at the same time. */
  readonly digest: string;
  readonly files: Readonly<Record<string, { readonly bytes: number }>>;
}

export interface Packed {
  readonly contents: Contents;
  readonly read: (name: string) => Uint8Array;
}

let done: string | undefined;

/** Checks the disk once for each process. */
export function unpacked(): string {
  done ??= unpack(packedHere(), thisMachine);
  return done;
}

/** Unpacks into the user's cache folder, or into a temporary folder where that is not writable. */
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
    // Not validated: it is part of this program.
    contents: JSON.parse(sea.getAsset('contents', 'utf8')) as Contents,
    read: (name) => new Uint8Array(sea.getRawAsset(name)),
  };
}

function writeMissing({ contents, read }: Packed, folder: string): string {
  for (const [name, { bytes }] of Object.entries(contents.files)) {
    const file = join(folder, name);
    // A program that cleans caches may remove single files, so each is checked.
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes) continue;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const fresh = `${file}.${randomUUID()}`;
    writeFileSync(fresh, read(name), { mode: 0o600, flag: 'wx' });
    renameOverSync(fresh, file);
  }
  return folder;
}
