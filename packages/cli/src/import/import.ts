import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';
import { type Store, withSidecars } from '@annotate-mcp/store';

import type { GlobalOptions } from '../command.ts';
import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';
import { openStoreAt, openWithDocuments, locateStore, type StoreLocation, using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import { describeUnreadable } from './describe-unreadable.ts';
import { type ImportContent, type Problem, readImport } from './read-import.ts';

export interface ImportOptions {
  skipInvalid?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

interface Outcome {
  added: number;
  alreadyThere: number;
  skipped: Problem[];
  dryRun: boolean;
}

export async function importAnnotations(
  name: string,
  options: ImportOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const { skipInvalid = false, dryRun = false, json = false } = options;
  const file = resolve(name);
  const { annotations, problems } = parse(await read(file), file);
  if (problems.length > 0 && !skipInvalid) throw invalidFileError(file, problems);
  const location = locateStore(options);
  const counts = dryRun ? await count(location, annotations) : await add(location, annotations);
  const outcome: Outcome = { ...counts, skipped: problems, dryRun };
  if (json) terminal.print(JSON.stringify(outcome, null, 2));
  else printOutcome(outcome, terminal);
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

function parse(text: string, file: string): ImportContent {
  const content = readImport(text);
  if (content !== null) return content;
  const { message, hint } = describeUnreadable(text);
  throw new CliError('import/unreadable', `${file} ${message}.`, { hint });
}

const shownProblems = 20;

function invalidFileError(file: string, problems: readonly Problem[]): CliError {
  const lines = problems.slice(0, shownProblems).map(describeProblem);
  const rest = problems.length - lines.length;
  const more = rest > 0 ? [`… and ${rest} more`] : [];
  return new CliError(
    'import/invalid',
    [`${file} is not valid, so nothing was imported:`, ...lines, ...more].join('\n'),
    { hint: 'Fix these, or pass --skip-invalid to import the others.' },
  );
}

function describeProblem({ place, message }: Problem): string {
  return `${place}: ${message}`;
}

type Counts = Pick<Outcome, 'added' | 'alreadyThere'>;

async function add(location: StoreLocation, annotations: readonly Annotation[]): Promise<Counts> {
  return using(withSidecars(await openStoreAt(location), location), async (store) => {
    const counts = await countIn(store, annotations);
    // A file says nothing about who wrote it: the person adopts what agents may see.
    for (const annotation of annotations) await store.add({ ...annotation, origin: 'repository' });
    return counts;
  });
}

/** What `add` would return, without creating or changing the store. */
async function count(location: StoreLocation, annotations: readonly Annotation[]): Promise<Counts> {
  const store = await openWithDocuments({ ...location, named: false });
  if (store === null) return { added: annotations.length, alreadyThere: 0 };
  return using(store, (open) => countIn(open, annotations));
}

async function countIn(store: Store, annotations: readonly Annotation[]): Promise<Counts> {
  let alreadyThere = 0;
  for (const { id } of annotations) if ((await store.get(id)) !== null) alreadyThere += 1;
  return { added: annotations.length - alreadyThere, alreadyThere };
}

function printOutcome({ added, alreadyThere, skipped, dryRun }: Outcome, { print, note }: Terminal): void {
  for (const problem of skipped) note(printable(`Skipped ${describeProblem(problem)}`));
  const verb = dryRun ? 'Would add' : 'Added';
  const there = `${alreadyThere} ${alreadyThere === 1 ? 'was' : 'were'} already there`;
  const without = skipped.length === 0 ? '' : `; ${dryRun ? 'would skip' : 'skipped'} ${skipped.length}`;
  print(`${verb} ${added}; ${there}${without}.`);
  if (added > 0 && !dryRun)
    note(
      'Agents see them when you have adopted them: annotate-mcp trust --adopt all, or in the list of the page.',
    );
}
