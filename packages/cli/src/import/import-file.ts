/** Reads a file to import, and adds its annotations to a store. */
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';

import type { Annotation } from '@annotate-mcp/core';
import { appIdOf } from '@annotate-mcp/hub';
import { type Store, withSidecars } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import { withoutMark } from '../agents/jsonc.ts';
import { findApps } from '../apps/apps.ts';
import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';
import { openStoreAt, openWithDocuments, type StoreLocation, using } from '../project-store.ts';

import { type ImportContent, readImport, storeVersion } from './read-import.ts';

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

/**
 * The app whose comments are in a file that does not name it, as its folder from the project root: the app around the
 * file; else the only app below its folder, because ng-annotate wrote to the root of the repository.
 */
function appOf(file: string, root: string): string {
  const folder = dirname(file);
  const place = basename(folder) === '.ng-annotate' ? dirname(folder) : folder;
  if (!isInside(place, root)) return '.';
  const apps = findApps(place, root);
  const [only] = apps;
  return appIdOf(root, only !== undefined && apps.length === 1 ? only.folder : place);
}

/** Describes why a file cannot be imported. Pure. */
/** `message` follows the name of the file. */
function describeUnreadable(text: string): { message: string; hint: string } {
  const source = withoutMark(text);
  if (source.trim() === '') return { message: 'is empty', hint: forms };
  const errors: ParseError[] = [];
  const value: unknown = parse(source, errors, { disallowComments: true });
  const [first] = errors;
  if (first !== undefined)
    return { message: `is not valid JSON (${describeParseError(first, source)})`, hint: forms };
  const version = versionOf(value);
  if (version <= storeVersion) {
    return { message: 'has no annotations in a format that import knows', hint: forms };
  }
  return {
    message: `was written by a newer annotate-mcp (format ${version}); nothing was imported`,
    hint: 'Update annotate-mcp here, or export again with the version that you have.',
  };
}

const forms =
  'import reads a JSON store of annotate-mcp, what export wrote as json or jsonl, the inline-review.json of review-loop or astro-inline-review, and the .ng-annotate/store.json of ng-annotate.';

/** The parser has names such as `CloseBraceExpected`. */
function describeParseError({ error, offset }: ParseError, text: string): string {
  const line = text.slice(0, offset).split('\n').length;
  const words = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`);
  return `line ${line}: ${words.toLowerCase()}`;
}

function versionOf(value: unknown): number {
  const isVersioned = typeof value === 'object' && value !== null && 'version' in value;
  return isVersioned && typeof value.version === 'number' ? value.version : 0;
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
