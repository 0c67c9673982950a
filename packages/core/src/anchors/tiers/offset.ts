import type { Placement } from '../placement.ts';
import type { Search } from '../search.ts';

/** The place where the anchor was, when quote and context are still there to the letter. */
export function byOffset({ anchor, raw }: Search): Placement | null {
  const { quote, contextBefore, contextAfter, start } = anchor;
  const end = start + quote.length;
  if (quote === '' || !raw.startsWith(quote, start)) return null;
  // A repeated row shifted by an insertion can match at the old offset; only its surroundings tell.
  if (raw.slice(Math.max(0, start - contextBefore.length), start) !== contextBefore) return null;
  if (!raw.startsWith(contextAfter, end)) return null;
  return { state: 'placed', start, end, confidence: 1, how: 'offset' };
}
