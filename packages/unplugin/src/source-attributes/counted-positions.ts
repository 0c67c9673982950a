import { createPositions } from './position.ts';
import type { FindPosition } from './written-position.ts';

/**
 * For text that another plugin changed and of which there is no source map. A tag is the one that is written the same
 * way; where there are several, the one at the same place in their order, if both texts have equally many of them.
 */
export function createCountedPositions(code: string, file: string): FindPosition {
  const positionAt = createPositions(file);
  return (offset, tag) => {
    const offsets = offsetsOf(tag, code);
    const written = offsetsOf(tag, file);
    const at = offsets.length === written.length ? written[offsets.indexOf(offset)] : undefined;
    return at === undefined ? null : positionAt(at);
  };
}

function offsetsOf(tag: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) found.push(at);
  return found;
}
