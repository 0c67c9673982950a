/** Looks for a passage of a page in the project's files, for pages that do not say where their text comes from. */
import { pageKey } from '@annotate-mcp/core';

import { isUnlikelySource, readContentFiles } from './source/content-files.ts';
import { createFinder, type Found, type Passage } from './source/passage.ts';

export interface SourceCandidate {
  /** Relative to the root, `/` separators. */
  file: string;
  line: number;
  why: string;
}

export interface SearchedPassage extends Passage {
  /** Among equal candidates, files that are named like the page come first. */
  readonly pageUrl?: string | undefined;
  /** The source location of the element around the passage, as the page reports it. */
  readonly near?: { readonly file: string; readonly line: number } | undefined;
  /** Absolute path; the store contains a copy of the passage, which is not its source. */
  readonly storeFile?: string | undefined;
}

const maxCandidates = 10;

/** Best first. Reads files under `root` only. */
export async function findSourceCandidates(
  root: string,
  wanted: SearchedPassage,
): Promise<SourceCandidate[]> {
  const find = createFinder(wanted);
  const found: RankedCandidate[] = [];
  for await (const { file, text, extension } of readContentFiles(root, wanted.storeFile)) {
    for (const place of find(text, extension)) found.push(rankCandidate(file, place, wanted));
  }
  return found
    .sort((a, b) => compare(a.rank, b.rank) || a.file.localeCompare(b.file) || a.line - b.line)
    .slice(0, maxCandidates)
    .map(({ file, line, why }) => ({ file, line, why }));
}

interface RankedCandidate extends SourceCandidate {
  /** The first number that differs decides, and the smaller one wins. */
  rank: readonly number[];
}

function rankCandidate(
  file: string,
  { line, how, agreement }: Found,
  { near, pageUrl = '' }: SearchedPassage,
): RankedCandidate {
  const isNear = near?.file === file;
  return {
    file,
    line,
    why: isNear ? `the page says so, and the file ${reasons[how]}` : reasons[how],
    rank: [
      how === 'partly' ? 1 : 0,
      isNear ? 0 : 1,
      // The same words around it show that it is this passage and not another one with the same text.
      -Math.min(agreement, maxAgreement),
      isUnlikelySource(file) ? 1 : 0,
      isNamedAfter(file, pageUrl) ? 0 : 1,
      how === 'exact' ? 0 : 1,
      isNear ? Math.abs(line - near.line) : 0,
    ],
  };
}

/** More equal letters than this do not make a match more certain. */
const maxAgreement = 40;

const reasons = {
  exact: 'has the text to the letter',
  marked: 'has the text with other markup or line breaks',
  partly: 'has most of the text',
} as const satisfies Record<Found['how'], string>;

/** `/journal/first-frost/` and `src/content/journal/first-frost.md`. */
function isNamedAfter(file: string, pageUrl: string): boolean {
  const path = pageKey(pageUrl).replace(/\?[^#]*/g, '');
  const last = path.split('/').findLast((part) => part !== '');
  const name = /([^/]+?)(?:\/(?:index|\+page|page))?\.\w+$/.exec(file)?.[1];
  return last === undefined ? name === 'index' : last.replace(/\.html?$/, '') === name;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
