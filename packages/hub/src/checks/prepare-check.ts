/** Makes the test that keeps the result of a comment, and writes it into the project's own tests. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import {
  AnnotateError,
  type Annotation,
  type AnnotationOnPage,
  isKeepable,
  outcomeOfVerdict,
  parseJson,
  type ProofRecord,
  recordCheck,
} from '@annotate-mcp/core';
import { parseAs, proofRecordSchema } from '@annotate-mcp/core/schema';
import type { Store } from '@annotate-mcp/store';
import { hasErrorCode, refuseLinkOut } from '@annotate-mcp/store/files';

import { type Attachments, attachmentsOf } from '../attachments.ts';

import { formatTest } from './format-test.ts';
import { keptStateOf, type SeenChange } from './kept-state.ts';
import { readStyle } from './neighbour-style.ts';
import { findConfig, type Playwright, readReport } from './playwright.ts';
import { titleOf, writeTest } from './write-test.ts';

/** A test that has no place yet. Making it runs nothing of the project. */
export interface DraftedCheck {
  readonly annotationId: string;
  readonly source: string;
  /** Becomes the name of the file. */
  readonly title: string;
}

export interface PreparedCheck {
  readonly annotationId: string;
  /** Where the test will be; no file is there yet. */
  readonly file: string;
  /** The same from the project root, `/` separators. */
  readonly path: string;
  readonly source: string;
}

/** Writes nothing. Throws when the page has not shown the change, and when nothing of it can be tested. */
export async function draftCheck(
  annotation: Annotation,
  { root, store }: { root: string; store: Store },
): Promise<DraftedCheck> {
  const resolved = requireOnPage(annotation);
  const { checkFile } = resolved;
  if (checkFile !== undefined && existsSync(join(root, checkFile))) throw existsError(checkFile);
  const kept = keptStateOf(resolved, await readSeen(resolved, attachmentsOf(store, root)));
  if (kept === null) throw notTestableError(resolved);
  const app = join(root, resolved.appId);
  const config = findConfig(app, root);
  const style = readStyle(config === null ? app : dirname(config));
  return { annotationId: annotation.id, source: writeTest(kept, style), title: titleOf(kept.request) };
}

/**
 * Starts the project's Playwright, which runs its configuration and loads its tests: only after the person has asked for
 * it. Writes nothing; throws for a second test of one annotation.
 */
export async function placeCheck(
  draft: DraftedCheck,
  playwright: Playwright,
  root: string,
): Promise<PreparedCheck> {
  const { annotationId, source } = draft;
  const { testDir, testEnding, tests } = await readReport(playwright);
  const known = tests.find((test) => test.annotationId === annotationId);
  if (known !== undefined) throw existsError(known.file);
  const file = freeName(join(testDir, 'annotations'), nameOf(draft), testEnding);
  return { annotationId, file, path: relative(root, file).replaceAll('\\', '/'), source };
}

/** `say-log-in`, as the name of its file begins. */
export function nameOf({ title }: DraftedCheck): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  // Longer names are hard to read, and some systems refuse them.
  return /^.{0,49}[^-]/u.exec(words)?.[0] ?? 'comment';
}

/** Never overwrites a file. The annotation names the test from then on. */
export async function saveCheck(store: Store, check: PreparedCheck, root: string): Promise<void> {
  const { annotationId, file, path, source } = check;
  refuseOutside(file, root);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source, { flag: 'wx' }).catch((error: unknown) => {
    throw hasErrorCode(error, 'EEXIST') ? existsError(path) : error;
  });
  await formatTest(file, root);
  await store.update(annotationId, (annotation) => recordCheck(annotation, { type: 'system' }, path));
}

/** A repository may have a link in its tests, to choose which files of the person are written. */
function refuseOutside(file: string, root: string): void {
  try {
    refuseLinkOut(file, root);
  } catch (cause) {
    throw new AnnotateError('check/failed', `${file} is outside of the project ${root}.`, {
      hint: 'Nothing was written. Remove the link that leads there, or name the folder that has both with --root.',
      cause,
    });
  }
}

function requireOnPage(annotation: Annotation): AnnotationOnPage {
  const { id } = annotation;
  if (annotation.kind === 'markdown') {
    throw new AnnotateError(
      'check/not-seen',
      `${id} is a comment on a document, which has no page to test.`,
      {
        hint: 'Choose a comment on a page.',
      },
    );
  }
  if (annotation.origin === 'repository') {
    throw new AnnotateError('annotation/withheld', `${id} came with the repository, and is not trusted.`, {
      hint: 'Trust it first: annotate-mcp trust shows what it says.',
    });
  }
  if (annotation.status !== 'resolved') {
    throw new AnnotateError('check/not-seen', `${id} is not resolved, so there is nothing to keep yet.`, {
      hint: 'Nothing was written. annotate-mcp list --status resolved shows what can be kept.',
    });
  }
  return annotation;
}

/** `say-log-in.spec.ts`, or with a number behind it when that is taken. */
function freeName(folder: string, base: string, ending: string): string {
  for (let number = 1; ; number++) {
    const file = join(folder, `${base}${number === 1 ? '' : `-${number}`}${ending}`);
    if (!existsSync(file)) return file;
  }
}

function existsError(file: string): AnnotateError {
  return new AnnotateError('check/exists', `There is a test already: ${file}.`, {
    hint: `Nothing was written. Change ${basename(file)}, or remove it first.`,
  });
}

function notTestableError({ id }: AnnotationOnPage): AnnotateError {
  return new AnnotateError('check/not-seen', `Nothing of what changed for ${id} can be tested.`, {
    hint: 'Nothing was written. Only its place on the page is different, or too much to name it; write a test by hand.',
  });
}

/** What the page showed before and after a change, from the attachments of an annotation. */
async function readSeen(annotation: AnnotationOnPage, attachments: Attachments): Promise<SeenChange> {
  const { proof } = annotation;
  const after = proof?.after;
  if (proof === undefined || after === undefined) throw notSeenError(annotation);
  const outcome = outcomeOfVerdict(after.verdict);
  if (outcome === 'unseen') throw notSeenError(annotation);
  if (outcome === 'missing') throw unchangedError(annotation);
  if (outcome === 'broken') throw brokenError(annotation);
  if (!isKeepable(annotation)) throw notTestableError(annotation);
  return {
    before: await readRecord(proof.before.record, attachments),
    after: await readRecord(after.record, attachments),
    changes: after.changes,
    verdict: after.verdict,
  };
}

async function readRecord(name: string, attachments: Attachments): Promise<ProofRecord> {
  const text = await attachments.findRecord(name);
  const hash = createHash('sha256')
    .update(text ?? '')
    .digest('hex');
  // The annotation is sealed and names the hash of the record, so a record that was changed is noticed.
  if (text === null || name !== `${hash}.json`) {
    throw new AnnotateError('check/not-seen', 'What the page showed is not kept any more, or was changed.', {
      hint: 'Open the comment again and have it resolved while its page is open, then run the command again.',
    });
  }
  return parseAs(proofRecordSchema, parseJson(text), {
    code: 'annotation/invalid',
    subject: `The attachment ${name}`,
    hint: 'It is of another release. Resolve the annotation again with the page open.',
  });
}

function notSeenError({ id, pageUrl }: AnnotationOnPage): AnnotateError {
  return new AnnotateError('check/not-seen', `No page has shown the change of ${id} yet.`, {
    hint: `Open ${pageUrl} in a browser while the dev server runs, then run the command again.`,
  });
}

function brokenError({ id }: AnnotationOnPage): AnnotateError {
  return new AnnotateError('check/not-seen', `The page was broken after the change of ${id}.`, {
    hint: 'Nothing was written. Reopen the annotation: the thread says what the page reports.',
  });
}

function unchangedError({ id }: AnnotationOnPage): AnnotateError {
  return new AnnotateError(
    'check/not-seen',
    `Nothing has changed on the page for ${id}, so there is nothing to keep.`,
    {
      hint: 'Reopen the annotation: the agent has resolved it without a visible change.',
    },
  );
}
