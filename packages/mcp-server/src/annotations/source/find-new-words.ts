/** Finds what a quoted text became, by comparing its source file before and after the agent's edit. */
import { extname } from 'node:path';

import { describeAnchor, locateAnchor, type TextAnnotation } from '@annotate-mcp/core';

import type { ChangedSource } from '../../agent/seen-sources.ts';

import { wordsIn } from './letters.ts';
import { findPassage } from './passage.ts';

/** `null` when the text is not in a changed file, was not changed, or is gone. */
export function findNewWords(
  { anchor }: Pick<TextAnnotation, 'anchor'>,
  changes: readonly ChangedSource[],
): string | null {
  const passage = { quote: anchor.quote, before: anchor.contextBefore, after: anchor.contextAfter };
  for (const { file, before, after } of changes) {
    const found = findPassage(passage, before, extname(file));
    if (found === null) continue;
    const inSource = describeAnchor(before, found.start, found.end);
    const placement = locateAnchor(inSource, after, { lastSeenText: before, reworded: true });
    if (placement.state !== 'placed') continue;
    const words = wordsIn(after.slice(placement.start, placement.end), extname(file));
    if (words !== '' && words !== wordsIn(inSource.quote, extname(file))) return words;
  }
  return null;
}
