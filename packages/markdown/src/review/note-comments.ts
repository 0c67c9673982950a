/** Turns what a person has written into the file by hand into comments on the passages that it stands at. */
import { createHash } from 'node:crypto';

import type { TextRange } from '@annotate-mcp/core';

import { anchorAt, type Block, blockAt } from '../document/index.ts';
import { type Lines, linesOf } from '../document/lines.ts';
import type { MarkedComment, Note } from '../markers/index.ts';
import { personAuthorId, type PlacedAnchor } from '../stores/comments.ts';

export interface NoteCommentsOptions {
  /** Without markers and notes. */
  text: string;
  blocks: readonly Block[];
  path: string;
  /** When they count as written: they do not say it themselves. */
  at: string;
}

/**
 * Each id follows from the path, the words and their number among equal ones, so that each reading finds the same
 * comments. They have no seal, so that they came with the repository.
 */
export function commentsOfNotes(notes: readonly Note[], options: NoteCommentsOptions): MarkedComment[] {
  const counts = new Map<string, number>();
  if (notes.length === 0) return [];
  const read = { ...options, lines: linesOf(options.text) };
  return notes.map((note) => {
    const number = counts.get(note.text) ?? 0;
    counts.set(note.text, number + 1);
    return {
      id: idOf([options.path, note.text, number]),
      kind: 'markdown',
      status: 'pending',
      intent: 'edit',
      appId: '.',
      authorId: personAuthorId,
      createdAt: options.at,
      updatedAt: options.at,
      annotationText: note.text,
      replies: [],
      path: options.path,
      ...placeNote(note, read),
      store: 'inline',
      origin: 'repository',
    };
  });
}

/** A UUID of the kind that is made from a name. */
function idOf(name: readonly unknown[]): string {
  const hex = createHash('sha1').update(JSON.stringify(name)).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
}

interface ReadText extends Pick<NoteCommentsOptions, 'text' | 'blocks'> {
  lines: Lines;
}

function placeNote(note: Note, read: ReadText): PlacedAnchor {
  const { text, blocks, lines } = read;
  const found = passageOf(note, read);
  if (found !== null && text.slice(found.start, found.end).trim() !== '')
    return { anchor: anchorAt(text, blocks, found.start, found.end, lines), anchorState: 'placed' };
  const nowhere = { line_start: 1, line_end: 1, char_start: 0, char_end: 0 };
  const nothing = { block_id: '', quote: '', context_before: '', context_after: '' };
  return { anchor: { ...nowhere, ...nothing }, anchorState: 'stale' };
}

/** The paragraph or the line that the note stands in; for a note on a line of its own what follows, else what is before. */
function passageOf({ at, isOnOwnLine }: Note, read: ReadText): TextRange | null {
  const { text, blocks } = read;
  const around = blockAt(blocks, at);
  const isInside = around !== null && at <= around.end && isShown(text, around);
  if (!isOnOwnLine) {
    if (isInside && around.kind !== 'p') return lineBeside(read, at, around);
    return isInside ? around : null;
  }
  if (isInside && at > around.start) {
    const next = lineBeside(read, at, around);
    if (next !== null) return next;
  }
  const following = blocks.find((block) => block.start >= at && isShown(text, block));
  return following ?? blocks.findLast((block) => block.end <= at && isShown(text, block)) ?? null;
}

/** Whether a reader sees anything of it. */
function isShown(text: string, { start, end, kind }: Block): boolean {
  if (kind === 'frontmatter' || kind === 'definition' || kind === 'hr') return false;
  return kind !== 'html' || withoutComments(text.slice(start, end)) !== '';
}

/** What a line begins with that is not shown as it is written. */
const lead = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d+[.)]|#{1,6}|\||\[[ xX]\])(?:[ \t]+|$))*/;

/** The words of the line at `at`; where it has none, those of the next line in the block that has some, or of one before. */
function lineBeside({ text, lines }: ReadText, at: number, block: Block): TextRange | null {
  const here = lines.at(at);
  const wordsOf = (line: number): TextRange | null => {
    const { start, end } = lines.rangeOf(line);
    const from = start + (lead.exec(text.slice(start, end))?.[0].length ?? 0);
    return withoutComments(text.slice(from, end)) === '' ? null : { start: from, end };
  };
  let words: TextRange | null = null;
  for (let line = here; words === null && line < block.lineEnd; line += 1) words = wordsOf(line);
  for (let line = here - 1; words === null && line >= block.lineStart - 1; line -= 1) words = wordsOf(line);
  return words;
}

function withoutComments(html: string): string {
  return html.replace(/<!--[^]*?-->/g, '').trim();
}
