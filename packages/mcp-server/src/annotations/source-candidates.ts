/** Looks for a passage of a page in the project's files, for pages that do not say where their text comes from. */
import { readFile } from 'node:fs/promises';
import { extname, relative, sep } from 'node:path';

import { contentFiles, isAside } from './source/content-files.ts';
import { createFinder, type Found, type Passage } from './source/passage.ts';

export interface SourceCandidate {
  /** Relative to the root, `/` separators. */
  file: string;
  line: number;
  why: string;
}

export interface Wanted extends Passage {
  /** Files named after the page come first where nothing else tells them apart. */
  readonly pageUrl?: string | undefined;
  /** The place the page names for the element around the passage. */
  readonly near?: { readonly file: string; readonly line: number } | undefined;
  /** Absolute; holds a copy of the passage, which is not its source. */
  readonly storeFile?: string | undefined;
}

const mostCandidates = 10;
const longestSearchMs = 5_000;

/** Best first. Reads files under `root` only. */
export async function findSourceCandidates(root: string, wanted: Wanted): Promise<SourceCandidate[]> {
  const find = createFinder(wanted);
  const deadline = performance.now() + longestSearchMs;
  const found: Ranked[] = [];
  for await (const path of contentFiles(root)) {
    if (performance.now() > deadline) break;
    if (path === wanted.storeFile) continue;
    const text = await readFile(path, 'utf8').catch(() => '');
    const file = relative(root, path).split(sep).join('/');
    for (const place of find(text, extname(path))) found.push(ranked(file, place, wanted));
  }
  return found
    .sort((a, b) => compare(a.rank, b.rank) || a.file.localeCompare(b.file) || a.line - b.line)
    .slice(0, mostCandidates)
    .map(({ file, line, why }) => ({ file, line, why }));
}

interface Ranked extends SourceCandidate {
  /** The first number that differs decides, and the smaller one wins. */
  rank: readonly number[];
}

function ranked(file: string, { line, how, agreement }: Found, { near, pageUrl = '' }: Wanted): Ranked {
  const isNear = near?.file === file;
  return {
    file,
    line,
    why: isNear ? `the page says so, and the file ${reasons[how]}` : reasons[how],
    rank: [
      how === 'partly' ? 1 : 0,
      isNear ? 0 : 1,
      // Where the words around it are the same, it is this passage and not another one with the same words.
      -Math.min(agreement, enoughAgreement),
      isAside(file) ? 1 : 0,
      isNamedAfter(file, pageUrl) ? 0 : 1,
      how === 'exact' ? 0 : 1,
      isNear ? Math.abs(line - near.line) : 0,
    ],
  };
}

/** Beyond it, more letters say nothing more. */
const enoughAgreement = 40;

const reasons = {
  exact: 'has the text to the letter',
  marked: 'has the text with other markup or line breaks',
  partly: 'has most of the text',
} as const satisfies Record<Found['how'], string>;

/** `/journal/first-frost/` and `src/content/journal/first-frost.md`. */
function isNamedAfter(file: string, pageUrl: string): boolean {
  const path = URL.parse(pageUrl, 'http://localhost/')?.pathname ?? '';
  const last = path.split('/').findLast((part) => part !== '');
  const name = /([^/]+?)(?:\/(?:index|\+page|page))?\.\w+$/.exec(file)?.[1];
  return last === undefined ? name === 'index' : last.replace(/\.html?$/, '') === name;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
