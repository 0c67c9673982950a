/** Writes a test that keeps what was asked for in a comment into the project's own tests. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { replaceFile } from '@annotate-mcp/store/files';

import type { GlobalOptions } from '../command.ts';
import { CliError } from '../errors.ts';
import { annotationsIn, locateStore, openExisting, using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import { keptStateOf, type PageAnnotated } from './kept-state.ts';
import { readReport } from './playwright.ts';
import { readSeen } from './read-seen.ts';
import { requirePlaywright } from './require-playwright.ts';
import { titleOf, writeTest } from './write-test.ts';

export interface AddCheckOptions {
  json?: boolean;
}

export async function addCheck(
  wanted: string,
  options: AddCheckOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const location = locateStore(options);
  const store = await openExisting(location);
  const annotation =
    store === null ? unknown(wanted) : await using(store, (open) => findAnnotation(open, wanted));
  const kept = keptStateOf(annotation, await readSeen(annotation, location.root));
  if (kept === null) throw notShownError(annotation);
  const playwright = await requirePlaywright(join(location.root, annotation.appId), location.root, terminal);
  const { testDir, tests } = await readReport(playwright);
  const known = tests.find(({ annotationId }) => annotationId === annotation.id);
  if (known !== undefined) throw existsError(known.file, annotation);
  const file = freeName(join(testDir, 'annotations'), titleOf(annotation.annotationText));
  await mkdir(join(testDir, 'annotations'), { recursive: true });
  await replaceFile(file, writeTest(kept));
  const shown = relative(location.root, file).replaceAll('\\', '/');
  if (options.json === true) {
    terminal.print(JSON.stringify({ annotationId: annotation.id, file: shown }, null, 2));
    return;
  }
  terminal.print(`Written: ${shown}`);
  terminal.note('It is yours to change and to commit. To run all of them: annotate-mcp check');
}

async function findAnnotation(store: Store, wanted: string): Promise<PageAnnotated> {
  const found: Annotation[] = [];
  for await (const annotation of annotationsIn(store, { status: ['resolved'] }, 'newest'))
    if (annotation.id === wanted || annotation.id.startsWith(wanted)) found.push(annotation);
  const [first, second] = found;
  if (first === undefined) return unknown(wanted);
  if (second !== undefined && first.id !== wanted) {
    throw new CliError('check/unknown', `${found.length} ids begin with ${printable(wanted)}.`, {
      hint: 'Nothing was written. Give more of the id: annotate-mcp list --json prints it whole.',
    });
  }
  if (first.kind === 'markdown') {
    throw new CliError('check/unknown', `${first.id} is a comment on a document, which has no page to check.`, {
      hint: 'Choose a comment on a page.',
    });
  }
  return first;
}

function unknown(wanted: string): never {
  throw new CliError('check/unknown', `No resolved annotation has the id ${printable(wanted)}.`, {
    hint: 'Nothing was written. annotate-mcp list --status resolved shows them.',
  });
}

/** `cart-total-in-bold.spec.ts`, or with a number behind it when that is taken. */
function freeName(folder: string, title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  const base = words === '' ? 'comment' : words;
  for (let number = 1; ; number++) {
    const file = join(folder, `${base}${number === 1 ? '' : `-${number}`}.spec.ts`);
    if (!existsSync(file)) return file;
  }
}

function existsError(file: string, { id }: PageAnnotated): CliError {
  return new CliError('check/exists', `${file} keeps ${id} already.`, {
    hint: 'Nothing was written. Change that test, or remove it first.',
  });
}

function notShownError({ id }: PageAnnotated): CliError {
  return new CliError('check/not-seen', `The element of ${id} was not on the page when it was looked at.`, {
    hint: 'Open the page where the element is shown, then run the command again.',
  });
}
