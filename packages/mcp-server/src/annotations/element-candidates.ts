/** Looks for an element of a page in the project's files, for elements whose line is not known. */

import type { SourceCandidate } from './source-candidates.ts';
import { isServerCode, isUnlikelySource, readContentFiles } from './source/content-files.ts';
import { type Clue, createClueFinder, type FoundClues } from './source/element-clues.ts';

export interface SearchedElement {
  readonly clues: readonly Clue[];
  /** Files of the component around it. */
  readonly near: readonly string[];
  /** Absolute path; the store contains a copy of the element, which is not its source. */
  readonly storeFile?: string | undefined;
}

const maxCandidates = 10;

/** Best first. Reads files under `root` only. */
export async function findElementCandidates(
  root: string,
  { clues, near, storeFile }: SearchedElement,
): Promise<SourceCandidate[]> {
  const find = createClueFinder(clues);
  const ranked: (FoundClues & { file: string })[] = [];
  for await (const { file, text, extension } of readContentFiles(root, storeFile)) {
    for (const place of find(text, extension)) {
      ranked.push({ ...place, file, score: place.score + favour(file, near) });
    }
  }
  return ranked
    .filter(({ found }, _, all) => found.some(isTelling) || !all.some((other) => other.found.some(isTelling)))
    .sort((a, b) => b.score - a.score || a.file.localeCompare(b.file) || a.line - b.line)
    .slice(0, maxCandidates)
    .map(({ file, line, found }) => ({ file, line, why: `has ${list(found)}` }));
}

function favour(file: string, near: readonly string[]): number {
  return (near.includes(file) ? 2 : 0) - (isUnlikelySource(file) ? 3 : 0) - (isServerCode(file) ? 1 : 0);
}

/** A class alone is shared by many elements. */
function isTelling(words: string): boolean {
  return !words.startsWith('its class ');
}

function list(found: readonly string[]): string {
  const last = found.at(-1) ?? '';
  return found.length < 2 ? last : `${found.slice(0, -1).join(', ')} and ${last}`;
}
