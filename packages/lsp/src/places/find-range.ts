/** Finds the place of an annotation in the text of its file. */
import type { TextDocument } from 'vscode-languageserver-textdocument';

import { isWholeDocument, type Locate, type MarkdownAnchor, type TextRange } from '@annotate-mcp/core';

import type { SpotPlace } from './spot.ts';

export interface FoundRange extends TextRange {
  /** `false` for a passage that is not in the text any more: the range is the line where it was. */
  isFound: boolean;
}

/** `locate` finds anchors in the text of the document. */
export function findRange(document: TextDocument, place: SpotPlace, locate: Locate): FoundRange {
  if (place.type === 'passage') return passageRange(document, place.anchor, locate);
  const line = lineRange(document, place.line, place.column);
  const quoted = place.quote === undefined ? null : quotedRange(document.getText(), place.quote, line.start);
  return { ...(quoted ?? line), isFound: true };
}

function passageRange(document: TextDocument, anchor: MarkdownAnchor, locate: Locate): FoundRange {
  if (isWholeDocument(anchor)) return { ...lineRange(document, 1, 1), isFound: true };
  const placement = locate({
    quote: anchor.quote,
    contextBefore: anchor.context_before,
    contextAfter: anchor.context_after,
    start: anchor.char_start,
    end: anchor.char_end,
  });
  if (placement.state !== 'placed') return { ...lineRange(document, anchor.line_start, 1), isFound: false };
  return { start: placement.start, end: placement.end, isFound: true };
}

/** From the column to the end of the line; a line beyond the end of the file is the last one. 1-based. */
export function lineRange(document: TextDocument, line: number, column: number): TextRange {
  const index = Math.min(Math.max(line, 1), document.lineCount) - 1;
  const from = document.offsetAt({ line: index, character: 0 });
  const to = document.offsetAt({ line: index + 1, character: 0 });
  const text = document.getText().slice(from, to);
  const indent = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const wanted = Math.max(column - 1, indent);
  return { start: from + (wanted < end ? wanted : Math.min(indent, end)), end: from + end };
}

/** In characters after the known line: an element's text begins soon after its tag. */
const nearby = 2_000;
const mostWords = 60;

/**
 * The words themselves, where they are written in the file as they are shown: soon after the line that is known, or else
 * anywhere, if they are there only once.
 */
function quotedRange(text: string, quote: string, near: number): TextRange | null {
  const words = quote.trim().split(/\s+/).slice(0, mostWords);
  if (words.join('') === '') return null;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+');
  const [first] = rangesOf(pattern, text.slice(near, near + nearby), near);
  if (first !== undefined) return first;
  const [only, another] = rangesOf(pattern, text, 0);
  return another === undefined ? (only ?? null) : null;
}

/** At most two: one more says that it is not the only one. */
function rangesOf(pattern: string, text: string, offset: number): TextRange[] {
  const found: TextRange[] = [];
  for (const match of text.matchAll(new RegExp(pattern, 'g'))) {
    const start = offset + match.index;
    found.push({ start, end: start + match[0].length });
    if (found.length === 2) break;
  }
  return found;
}
