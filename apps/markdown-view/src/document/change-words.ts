/**
 * Marks the words of rendered blocks that are different from another version of them. New words are put into `ins`, words
 * that are gone are added as `del`. An added element has the attribute `data-added`, so that it does not count as text of
 * the document: anchors of comments are the same with and without it.
 */
import { compareParts, diffWords } from '@annotate-mcp/markdown';

import { type Part, readParts, type TextPiece, textOf } from './block-parts.ts';

/** A formula or a diagram is drawn from its words, so that no element may be put into them. */
const drawing = '.math,pre:has(> code.language-mermaid),[data-atom]';

/** Returns `false`, and changes nothing, when the words are the same or there are none to mark. */
export function markWords(before: readonly Element[], after: readonly Element[]): boolean {
  const [old, now] = [readParts(before), readParts(after)];
  if (now.length === 0) return false;
  let isMarked = false;
  // From the end to the start: dividing a text node leaves the offsets before that place as they are.
  for (const change of compareParts(old.map(comparedText), now.map(comparedText)).toReversed()) {
    const gone = old.slice(change.before.start, change.before.end);
    const shown = now.slice(change.after.start, change.after.end);
    const beside = now[change.after.start - 1];
    if (change.kind === 'removed') isMarked = insertParts(gone, beside, now[0]) || isMarked;
    else isMarked = markDifference(textOf(gone), shown) || isMarked;
  }
  return isMarked;
}

/** Removes the marks of `markWords`. */
export function unmarkWords(element: Element): void {
  for (const added of element.querySelectorAll('ins[data-word]')) added.replaceWith(...added.childNodes);
  for (const removed of element.querySelectorAll('del[data-word]')) removed.remove();
  for (const whole of element.querySelectorAll('[data-changed-drawing]'))
    whole.removeAttribute('data-changed-drawing');
  element.normalize();
}

/** In code all white space counts. */
function comparedText({ text, isCode }: Part): string {
  return isCode ? text : text.replace(/\s+/g, ' ').trim();
}

function markDifference(before: string, shown: readonly Part[]): boolean {
  const pieces = piecesOf(shown);
  const text = textOf(shown);
  let isMarked = false;
  let end = text.length;
  for (const part of diffWords(before, text).toReversed()) {
    const isBlank = part.text.trim() === '';
    if (part.kind !== 'same' && !isBlank) isMarked = true;
    if (part.kind === 'removed') {
      if (!isBlank) insertRemoved(pieces, end, part.text);
      continue;
    }
    const start = end - part.text.length;
    if (part.kind === 'added') wrapAdded(pieces, start, end);
    end = start;
  }
  return isMarked;
}

/** Pieces of several parts, with their offsets in the text of all. */
function piecesOf(parts: readonly Part[]): TextPiece[] {
  let before = 0;
  return parts.flatMap(({ text, pieces }) => {
    const moved = pieces.map(({ node, start }) => ({ node, start: start + before }));
    before += text.length + 1;
    return moved;
  });
}

function wrapAdded(pieces: readonly TextPiece[], start: number, end: number): void {
  for (const { node, start: at } of pieces) {
    const from = Math.max(0, start - at);
    const to = Math.min(node.length, end - at);
    if (from >= to || node.data.slice(from, to).trim() === '') continue;
    const whole = node.parentElement?.closest(drawing);
    if (whole) whole.setAttribute('data-changed-drawing', '');
    else wrap(node, from, to);
  }
}

function wrap(node: Text, from: number, to: number): void {
  if (to < node.length) node.splitText(to);
  const words = from > 0 ? node.splitText(from) : node;
  const added = document.createElement('ins');
  added.dataset.word = '';
  words.replaceWith(added);
  added.append(words);
}

/** `at` is where the words were; they are inserted before the word that is there now. */
function insertRemoved(pieces: readonly TextPiece[], at: number, text: string): void {
  const around = pieces.findLast(({ start }) => start <= at) ?? pieces[0];
  if (around === undefined) return;
  const { node, start } = around;
  const removed = createRemoved(text);
  const offset = Math.min(Math.max(0, at - start), node.length);
  const whole = node.parentElement?.closest(`${drawing},ins[data-word]`);
  if (whole) whole.before(removed);
  else if (offset === node.length) node.after(removed);
  else if (offset === 0) node.before(removed);
  else node.splitText(offset).before(removed);
}

/** Items or cells that are gone, on lines of their own below the part before them; without one, above the first. */
function insertParts(gone: readonly Part[], beside: Part | undefined, first: Part | undefined): boolean {
  const text = textOf(gone).trim();
  const last = beside?.pieces.at(-1)?.node;
  const next = first?.pieces[0]?.node;
  if (text === '') return false;
  if (last !== undefined) outermost(last).after(createRemoved(`\n${text}`));
  else if (next !== undefined) outermost(next).before(createRemoved(`${text}\n`));
  return true;
}

/** Outside of a drawing and of marks. */
function outermost(node: Text): ChildNode {
  return node.parentElement?.closest(`${drawing},ins[data-word]`) ?? node;
}

function createRemoved(text: string): HTMLElement {
  const removed = document.createElement('del');
  removed.dataset.word = '';
  removed.dataset.added = '';
  removed.textContent = text;
  return removed;
}
