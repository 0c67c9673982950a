import { segmentsOf } from './segments.ts';
import { isCommentData, markerId, mayHoldMarkers } from './syntax.ts';
import { rangeOf, treeOf, visit } from './tree.ts';

export interface FoundMarker {
  id: string;
  start: number;
  end: number;
}

export interface FoundData {
  start: number;
  end: number;
}

export interface FoundMarkers {
  /** Both lists are in the order of the text. */
  markers: FoundMarker[];
  data: FoundData[];
}

/**
 * Markers and comment data, where Markdown has them as HTML. In code, math, front matter, an attribute or a script they
 * are examples and not found. The text has no byte order mark.
 */
export function findMarkers(text: string): FoundMarkers {
  const found: FoundMarkers = { markers: [], data: [] };
  if (!mayHoldMarkers(text)) return found;
  const { pieces, inContext } = segmentsOf(text);
  for (const segment of pieces) {
    const { start, end, lead } = segment;
    const part = text.slice(start, end);
    if (!mayHoldMarkers(part)) continue;
    for (const html of htmlIn(inContext(segment, part)))
      collect(html.source, html.start + start - lead.length, found);
  }
  return found;
}

function htmlIn(text: string): { source: string; start: number }[] {
  const found: { source: string; start: number }[] = [];
  const tree = treeOf(text);
  if (tree === null) return found;
  visit(tree, (node) => {
    if (node.type !== 'html') return true;
    const { start, end } = rangeOf(node);
    found.push({ source: text.slice(start, end), start });
    return true;
  });
  return found;
}

// Tags match too, so that a comment in an attribute is skipped, and so do elements whose content HTML does not parse.
const htmlParts =
  /<!--[\s\S]*?-->|<(script|style|textarea)\b[\s\S]*?(?:<\/\1|$)|<[a-z/!?](?:"[^"]*"|'[^']*'|[^"'<>])*/gi;

function collect(html: string, offset: number, { markers, data }: FoundMarkers): void {
  for (const { 0: part, index } of html.matchAll(htmlParts)) {
    const range = { start: offset + index, end: offset + index + part.length };
    const id = markerId(part);
    if (id !== null) markers.push({ id, ...range });
    else if (isCommentData(part)) data.push(range);
  }
}
