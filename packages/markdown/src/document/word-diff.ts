/** Compares two texts word by word, for people who want to see what was changed. Pure. */
import { diffWordsWithSpace } from 'diff';

export interface WordPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** More differences than this are no longer readable word by word, and take long to find. */
const mostDifferences = 500;

/** In order; a removed part stands before the added one that replaces it. */
export function diffWords(before: string, after: string): WordPart[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostDifferences });
  if (parts === undefined) return wholeTexts(before, after);
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function wholeTexts(before: string, after: string): WordPart[] {
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}
