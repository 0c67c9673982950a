import { createFingerprints, createLocator, describeAnchor, isWholeDocument } from '@annotate-mcp/core';
import type { MarkdownAnchor, MarkdownAnnotation, TextAnchor, TextRange } from '@annotate-mcp/core';

import { blockAt, type Block } from './blocks.ts';
import { linesOf, type Lines } from './lines.ts';

/**
 * Describes `text[start, end)`, without white space at its ends and widened to whole graphemes. A range of white space
 * only is refused with a `RangeError`: there is nothing in it that could be found again. For many anchors in one text
 * its lines are found once and given.
 */
export function anchorAt(
  text: string,
  blocks: readonly Block[],
  start: number,
  end: number,
  lines = linesOf(text),
): MarkdownAnchor {
  const from = Math.min(Math.max(start, 0), text.length);
  const selected = text.slice(from, Math.max(from, end));
  const leading = selected.length - selected.trimStart().length;
  return describe(text, blocks, lines, from + leading, from + selected.trimEnd().length);
}

export type Reanchored = Pick<MarkdownAnnotation, 'anchor' | 'anchorState'>;

/**
 * Finds anchors in a text that has changed. The quote is kept for good; offsets, lines, block and context are brought
 * up to date where the passage was found, and left alone where it was not.
 */
export function createReanchor(
  text: string,
  blocks: readonly Block[],
  lastSeenText?: string,
): (anchor: MarkdownAnchor) => Reanchored {
  const locate = createLocator(text, lastSeenText === undefined ? {} : { lastSeenText });
  const addFingerprint = createAddFingerprint(text);
  const lines = linesOf(text);
  const named = namedBlocks(blocks);
  return (anchor) => {
    if (isWholeDocument(anchor)) return { anchor, anchorState: 'placed' };
    const near = named.get(anchor.block_id);
    const placement = locate(textAnchorOf(anchor), near === undefined ? {} : { near });
    if (placement.state !== 'placed') return { anchor, anchorState: placement.state };
    const { start, end } = wholeWords(text, placement, anchor);
    const now = describe(text, blocks, lines, start, end);
    return {
      anchor: addFingerprint({ ...anchor, ...now, quote: anchor.quote }),
      anchorState: 'placed',
    };
  };
}

/** Adds the fingerprint of the text that anchors were placed in. Reads that text when the first one needs it. */
export function createAddFingerprint(text: string): (anchor: MarkdownAnchor) => MarkdownAnchor {
  let fingerprintOf: ((anchor: TextAnchor) => string) | null = null;
  return (anchor) => {
    if (isWholeDocument(anchor)) return anchor;
    fingerprintOf ??= createFingerprints(text);
    return { ...anchor, fingerprint: fingerprintOf(textAnchorOf(anchor)) };
  };
}

function textAnchorOf(anchor: MarkdownAnchor): TextAnchor {
  return {
    quote: anchor.quote,
    contextBefore: anchor.context_before,
    contextAfter: anchor.context_after,
    start: anchor.char_start,
    end: anchor.char_end,
    ...(anchor.fingerprint !== undefined && { fingerprint: anchor.fingerprint }),
  };
}

/** The search may end inside a word that was edited; an anchor of whole words is widened to whole words. */
function wholeWords(text: string, { start, end }: TextRange, anchor: MarkdownAnchor): TextRange {
  const { quote, context_before: before, context_after: after } = anchor;
  if (text.slice(start, end) === quote) return { start, end };
  const head = cutWord(text.slice(Math.max(0, start - longestWord), start), text.slice(start, end));
  const tail = cutWord(text.slice(start, end), text.slice(end, end + longestWord));
  return {
    start: cutWord(before, quote) === null ? start - (head?.before ?? 0) : start,
    end: cutWord(quote, after) === null ? end + (tail?.after ?? 0) : end,
  };
}

// In characters. Some languages put no spaces between words; a longer run is no single word.
const longestWord = 40;

/** How many characters of a word are on either side when a word continues from `left` to `right`, else `null`. */
function cutWord(left: string, right: string): { before: number; after: number } | null {
  const before = /[\p{L}\p{N}\p{M}_]*$/u.exec(left)?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}\p{M}_]*/u.exec(right)?.[0].length ?? 0;
  return before === 0 || after === 0 || before + after > longestWord ? null : { before, after };
}

/** Blocks that are the only one of their kind under their heading. A number in the id of others changes with edits. */
function namedBlocks(blocks: readonly Block[]): Map<string, Block> {
  const ids = new Set(blocks.map(({ id }) => id));
  return new Map(
    blocks
      .filter(({ id }) => id.endsWith('-1') && !ids.has(id.replace(/1$/, '2')))
      .map((block) => [block.id, block]),
  );
}

function describe(
  text: string,
  blocks: readonly Block[],
  lines: Lines,
  from: number,
  to: number,
): MarkdownAnchor {
  const { start, end, quote, contextBefore, contextAfter } = describeAnchor(text, from, to);
  return {
    line_start: lines.at(start) + 1,
    line_end: lines.at(end - 1) + 1,
    char_start: start,
    char_end: end,
    block_id: (blockAt(blocks, start) ?? blocks[0])?.id ?? '',
    quote,
    context_before: contextBefore,
    context_after: contextAfter,
  };
}
