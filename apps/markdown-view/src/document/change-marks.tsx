/**
 * Shows in rendered blocks what is different from another version of them. New words are put into `ins`, words that are
 * gone are added as `del`, notes are added beside the words. An added element has the attribute `data-added`, so that
 * it does not count as text of the document: anchors of comments are the same with and without it.
 */
import { render } from 'preact';

import { compareParts, diffWords } from '@annotate-mcp/markdown';

import { WordDiff } from '../ui/word-diff.tsx';

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

/** Outside a drawing and marks. */
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

/** Longer removed passages are cut: the person needs to recognise them, not to read them all. */
const longestRemoved = 2_000;

const labels = { added: 'Added', moved: 'Moved here' } as const;

export function addLabel(block: Element, kind: keyof typeof labels): void {
  const note = createNote('change-label');
  note.textContent = labels[kind];
  block.prepend(note);
}

/** Between the blocks; `after`: below the block instead of above it. */
export function addRemovedText(block: Element, words: string, after: boolean): HTMLElement {
  const note = createNote('change-gone');
  const label = document.createElement('span');
  label.className = 'change-label';
  label.textContent = 'Removed';
  const removed = document.createElement('del');
  const shown = words.trim();
  removed.textContent = shown.length > longestRemoved ? `${shown.slice(0, longestRemoved)}…` : shown;
  note.append(label, removed);
  if (after) block.after(note);
  else block.before(note);
  return note;
}

/** For blocks whose words are the same, for example after the target of a link was changed. */
export function addSourceDiff(block: Element, before: string, after: string): void {
  const note = createNote('change-source');
  render(
    <>
      <span class="change-label">Changed in the source</span>
      <WordDiff before={before} after={after} />
    </>,
    note,
  );
  block.append(note);
}

export function removeNotes(block: Element): void {
  for (const note of block.querySelectorAll('.change-note')) {
    if (note.matches('.change-source')) render(null, note);
    note.remove();
  }
}

function createNote(name: string): HTMLElement {
  const note = document.createElement('div');
  note.className = `change-note ${name}`;
  note.dataset.added = '';
  return note;
}

/** One paragraph, item or cell. */
interface Part {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  readonly isCode: boolean;
}

interface TextPiece {
  readonly node: Text;
  /** In the text of its part. */
  readonly start: number;
}

const boxes = 'p,li,td,th,h1,h2,h3,h4,h5,h6,pre,dt,dd,summary,figcaption,caption,blockquote,section';

/** The words of rendered blocks, divided into parts that are never one sentence. */
export function readParts(elements: readonly Element[]): Part[] {
  const parts: { text: string; pieces: TextPiece[]; isCode: boolean }[] = [];
  let box: Element | null = null;
  for (const element of elements)
    for (const node of textNodesOf(element)) {
      const own: Element = node.parentElement?.closest(boxes) ?? element;
      const isCode = own.matches('pre');
      // White space between two elements is not shown.
      if (node.data.trim() === '' && !isCode && own !== box) continue;
      if (own !== box) parts.push({ text: '', pieces: [], isCode });
      box = own;
      const part = parts.at(-1);
      part?.pieces.push({ node, start: part.text.length });
      if (part !== undefined) part.text += node.data;
    }
  return parts;
}

export function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('\n');
}

/** Without what was added to the text. */
function* textNodesOf(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      return node instanceof Element && node.matches('[data-added]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP;
    },
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text) yield node;
}
