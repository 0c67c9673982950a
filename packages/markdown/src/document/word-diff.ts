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
  return joinNeighbours(
    parts.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  );
}

/** Neighbouring words that were all replaced are one part: pairs of single words are hard to read. */
function joinNeighbours(parts: readonly WordPart[]): WordPart[] {
  const joined: WordPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && text.trim() === '' && isReplaced(parts, index + 1)) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ kind, text });
    }
  }
  flush();
  return joined;
}

function isReplaced(parts: readonly WordPart[], at: number): boolean {
  return parts[at]?.kind === 'removed' && parts[at + 1]?.kind === 'added';
}

function wholeTexts(before: string, after: string): WordPart[] {
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}
