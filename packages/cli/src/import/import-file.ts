/** Reads a file to import, and adds its annotations to a store. */
import { readFile } from 'node:fs/promises';

import type { Annotation } from '@annotate-mcp/core';
import { type Store, withSidecars } from '@annotate-mcp/store';

import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';
import { openStoreAt, openWithDocuments, type StoreLocation, using } from '../project-store.ts';

import { appOf } from './app-of.ts';
import { describeUnreadable } from './describe-unreadable.ts';
import { type ImportContent, readImport } from './read-import.ts';

/** `file` is an absolute path. */
export async function readImportFile(file: string, root: string): Promise<ImportContent> {
  const text = await read(file);
  const content = readImport(text, { app: appOf(file, root) });
  if (content !== null) return content;
  const { message, hint } = describeUnreadable(text);
  throw new CliError('import/unreadable', `${file} ${message}.`, { hint });
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CliError(
      'import/unreadable',
      `${file} could not be read: ${describeFileError(cause, 'there is no such file')}.`,
      { hint: 'Check the path; it is relative to the current folder.', cause },
    );
  }
}

export interface ImportCounts {
  added: number;
  alreadyThere: number;
}

export async function addImported(
  location: StoreLocation,
  annotations: readonly Annotation[],
): Promise<ImportCounts> {
  return using(withSidecars(await openStoreAt(location), location), async (store) => {
    const counts = await countIn(store, annotations);
    // A file says nothing about who wrote it: the person adopts what agents may see.
    for (const annotation of annotations) await store.add({ ...annotation, origin: 'repository' });
    return counts;
  });
}

/** What `addImported` would return, without creating or changing the store. */
export async function countImported(
  location: StoreLocation,
  annotations: readonly Annotation[],
): Promise<ImportCounts> {
  const store = await openWithDocuments({ ...location, named: false });
  if (store === null) return { added: annotations.length, alreadyThere: 0 };
  return using(store, (open) => countIn(open, annotations));
}

async function countIn(store: Store, annotations: readonly Annotation[]): Promise<ImportCounts> {
  let alreadyThere = 0;
  for (const { id } of annotations) if ((await store.get(id)) !== null) alreadyThere += 1;
  return { added: annotations.length - alreadyThere, alreadyThere };
}
