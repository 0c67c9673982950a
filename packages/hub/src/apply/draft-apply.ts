/** The file that Apply would write for an annotation: which one it is, whether it may be written, and with which diff. */
import { lstatSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { type Annotation, type SourceLocation, writeRequest } from '@annotate-mcp/core';
import { hasErrorCode, isInside, realPath } from '@annotate-mcp/store/files';
import { findRepositoryPlace, InertRepository } from '@annotate-mcp/store/git';

import { withSlashes } from '../options.ts';

import { describePatch, isShownWhole } from './describe-patch.ts';
import { type HandOnReason, planText, type TextWish } from './plan-text.ts';

export interface DraftedApply {
  /** Relative to the project root, `/` separators, without links. */
  readonly file: string;
  readonly path: string;
  readonly line: number;
  readonly tagName: string;
  readonly oldText: string;
  readonly newText: string;
  /** As git writes it, with its bytes in a latin1 string. */
  readonly patch: string;
}

/** Reads the file again each time. Nothing is written. */
export async function draftApply(
  root: string,
  annotation: Annotation,
): Promise<DraftedApply | { handedOn: HandOnReason }> {
  const wish = onlyTextIn(annotation);
  if (wish === null) return { handedOn: 'not-only-text' };
  let reason: HandOnReason = 'unknown-place';
  for (const location of placesOf(annotation)) {
    const drafted = await draftAt(root, location, wish);
    if (!('handedOn' in drafted)) return drafted;
    // The place of the element itself says more than that of its component.
    if (reason === 'unknown-place') reason = drafted.handedOn;
  }
  return { handedOn: reason };
}

/** `null` where more is wished than that one text, also in the person's own words. */
function onlyTextIn(annotation: Annotation): TextWish | null {
  const { annotationText, kind } = annotation;
  if (kind !== 'component' && kind !== 'element') return null;
  const { wishes = [] } = annotation;
  const [wish] = wishes;
  if (wish?.what !== 'text' || wishes.length > 1 || hasOtherWords(annotation)) return null;
  return annotationText.trim() === writeRequest(wishes) ? wish : null;
}

/** What a person wrote in the thread since the last attempt. No agent would read it when the text alone is applied. */
function hasOtherWords({ replies, tried = [] }: Annotation): boolean {
  const since = tried.at(-1)?.at ?? '';
  return replies.some(({ author, createdAt }) => author === 'user' && createdAt > since);
}

/** The tag of the element, and that of its component, which passes its text on. */
function placesOf(annotation: Annotation): SourceLocation[] {
  if (annotation.kind === 'component')
    return [annotation.sourceLocation, annotation.usedAt].filter((place) => place !== undefined);
  return annotation.kind === 'element' && annotation.sourceLocation !== undefined
    ? [annotation.sourceLocation]
    : [];
}

async function draftAt(
  root: string,
  location: SourceLocation,
  wish: TextWish,
): Promise<DraftedApply | { handedOn: HandOnReason }> {
  const found = findSource(root, location.file);
  if (found === null || (await isIgnored(root, found.file))) return { handedOn: 'no-file' };
  const oldText = readSource(found.path);
  if (oldText === null) return { handedOn: 'no-utf-8' };
  const plan = await planText(oldText, { ...location, file: found.file }, wish);
  if ('handedOn' in plan) return plan;
  const { newText, tagName } = plan;
  const patch = describePatch(found.file, oldText, newText);
  if (!isShownWhole(patch)) return { handedOn: 'not-shown' };
  return { ...found, line: location.line, tagName, oldText, newText, patch };
}

/** `null` for what is no source file of the project: also where a link leads out of it. */
function findSource(root: string, named: string): { file: string; path: string } | null {
  try {
    const realRoot = realPath(root);
    const path = realPath(join(realRoot, named));
    const file = withSlashes(relative(realRoot, path));
    return path !== realRoot && isInside(path, realRoot) && isSourceName(file) ? { file, path } : null;
  } catch (error) {
    if (
      hasErrorCode(
        error,
        'ENOENT',
        'ENOTDIR',
        'ELOOP',
        'EACCES',
        'EPERM',
        'ENAMETOOLONG',
        'ERR_INVALID_ARG_VALUE',
      )
    )
      return null;
    throw error;
  }
}

/** Names that a diff shows as they are. What tools write and what comes with packages is not the person's source. */
function isSourceName(file: string): boolean {
  if (/[":\\\p{C}\u2028\u2029]/u.test(file)) return false;
  return file.split('/').every((part) => !/^(?:\..*|node_modules|.*[ .]|git~\d+)$/i.test(part));
}

async function isIgnored(root: string, file: string): Promise<boolean> {
  if (findRepositoryPlace(root) === null) return false;
  const repository = await InertRepository.open(root, { isPrivate: true });
  if (repository === null) return false;
  try {
    const path = `${repository.place.prefix}${file}`;
    const { code } = await repository.tryGit(['check-ignore', '--quiet', '--', path]);
    // Only this answer says that it is not ignored.
    return code !== 1;
  } finally {
    await repository.close();
  }
}

const mostBytes = 1_000_000;

/** `null` for what could not be written back as it is. Another name of the file would keep its old text. */
function readSource(path: string): string | null {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > mostBytes || stats.nlink > 1) return null;
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

/** Whether the file is still the one that was read, at the place where it was. */
export function isAsDrafted({ path, oldText }: DraftedApply): boolean {
  try {
    return realPath(path) === path && readSource(path) === oldText;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM')) return false;
    throw error;
  }
}
