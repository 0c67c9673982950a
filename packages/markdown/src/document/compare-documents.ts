/** Finds what is different between two versions of a document, block by block. Pure. Words are compared by word-diff.ts. */
import { alignBlocks, type ComparedBlock } from './align-blocks.ts';
import { type Block, blocksOf } from './blocks.ts';
import { findHunks, type Hunk, type IndexRange } from './find-hunks.ts';

/** One version of a document; `versionOf` makes it. */
export interface DocumentVersion {
  readonly text: string;
  readonly blocks: readonly Block[];
}

export interface DocumentChange {
  /** `moved`: the same words in another place. */
  readonly kind: 'changed' | 'added' | 'removed' | 'moved';
  /** Empty for an added block. */
  readonly before: IndexRange;
  /** Empty for a removed block: it was before the block with this index. */
  readonly after: IndexRange;
}

export function versionOf(text: string): DocumentVersion {
  return { text, blocks: blocksOf(text) };
}

/** In the order of the new version. Blocks that differ only in white space that is not shown are the same. */
export function compareDocuments(before: DocumentVersion, after: DocumentVersion): DocumentChange[] {
  const [left, right] = [comparedBlocks(before), comparedBlocks(after)];
  const hunks = hunksOf(left, right);
  const moves = findMoves(hunks, left, right);
  return hunks.flatMap((hunk) => joinNeighbours(changesIn(hunk, left, right, moves)));
}

/** The same for parts of a block, such as the items of a list; one that moved is removed and added. */
export function compareParts(before: readonly string[], after: readonly string[]): DocumentChange[] {
  const left = before.map((source) => ({ kind: '', source }));
  const right = after.map((source) => ({ kind: '', source }));
  return hunksOf(left, right).flatMap((hunk) => joinNeighbours(changesIn(hunk, left, right, new Map())));
}

function comparedBlocks({ text, blocks }: DocumentVersion): ComparedBlock[] {
  return blocks.map(({ kind, start, end }) => ({ kind, source: shownSource(kind, text.slice(start, end)) }));
}

/** In these blocks every blank is shown. */
const isVerbatim: ReadonlySet<string> = new Set(['code', 'html', 'math', 'frontmatter']);
/** In these blocks lines and indentation say what belongs together. */
const hasLines: ReadonlySet<string> = new Set(['list', 'quote', 'footnote', 'definition']);

/** Without what an editor or a formatter changes and no reader sees: line endings, wrapping, the width of columns. */
function shownSource(kind: string, source: string): string {
  const lines = source.replace(/\r\n?/g, '\n');
  if (isVerbatim.has(kind)) return lines;
  if (hasLines.has(kind)) return lines.replace(/[ \t]+$/gm, '');
  const words = lines.replace(/\s+/g, ' ').trim();
  return kind === 'table' ? words.replace(/-{3,}/g, '---') : words;
}

function hunksOf(before: readonly ComparedBlock[], after: readonly ComparedBlock[]): Hunk[] {
  const number = createNumbering();
  return findHunks(before.map(number), after.map(number));
}

/** Numbers are compared faster than long texts. */
function createNumbering(): (block: ComparedBlock) => number {
  const numbers = new Map<string, number>();
  return ({ kind, source }) => {
    const key = `${kind} ${source}`;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
}

/** From the index of a moved block in the new version to its index in the old one. */
type Moves = ReadonlyMap<number, number>;

/** Short blocks such as rules and "Yes." are in many places; finding one again says nothing. */
const shortestMoved = 12;

function findMoves(
  hunks: readonly Hunk[],
  before: readonly ComparedBlock[],
  after: readonly ComparedBlock[],
): Moves {
  const gone = new Map<string, number[]>();
  for (const hunk of hunks)
    for (const index of indexesOf(hunk.before)) {
      const { kind, source = '' } = before[index] ?? {};
      if (source.length < shortestMoved) continue;
      const key = `${kind} ${source}`;
      gone.set(key, [...(gone.get(key) ?? []), index]);
    }
  const moves = new Map<number, number>();
  for (const hunk of hunks)
    for (const index of indexesOf(hunk.after)) {
      const { kind, source } = after[index] ?? {};
      const from = gone.get(`${kind} ${source}`)?.shift();
      if (from !== undefined) moves.set(index, from);
    }
  return moves;
}

function changesIn(
  hunk: Hunk,
  before: readonly ComparedBlock[],
  after: readonly ComparedBlock[],
  moves: Moves,
): DocumentChange[] {
  const movedAway = new Set(moves.values());
  const left = indexesOf(hunk.before).filter((index) => !movedAway.has(index));
  const right = indexesOf(hunk.after).filter((index) => !moves.has(index));
  const aligned = alignBlocks(
    left.flatMap((index) => before[index] ?? []),
    right.flatMap((index) => after[index] ?? []),
  );
  let place = hunk.after.start;
  let origin = hunk.before.start;
  const changes = aligned.map((group): DocumentChange => {
    const from = rangeOf(
      group.before.flatMap((at) => left[at] ?? []),
      origin,
    );
    const to = rangeOf(
      group.after.flatMap((at) => right[at] ?? []),
      place,
    );
    origin = from.end;
    place = to.end;
    return { kind: kindOf(from, to), before: from, after: to };
  });
  const moved = indexesOf(hunk.after).flatMap((index): DocumentChange[] => {
    const from = moves.get(index);
    if (from === undefined) return [];
    return [{ kind: 'moved', before: rangeOf([from], 0), after: rangeOf([index], 0) }];
  });
  return [...changes, ...moved].sort((one, other) => one.after.start - other.after.start);
}

function kindOf(before: IndexRange, after: IndexRange): DocumentChange['kind'] {
  if (isEmpty(before)) return 'added';
  return isEmpty(after) ? 'removed' : 'changed';
}

/** Blocks that were added, removed or moved together are one change. */
function joinNeighbours(changes: readonly DocumentChange[]): DocumentChange[] {
  const joined: DocumentChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    const isNext =
      last?.kind === change.kind &&
      change.kind !== 'changed' &&
      last.after.end === change.after.start &&
      last.before.end === change.before.start;
    if (!isNext) joined.push(change);
    else
      joined[joined.length - 1] = {
        kind: change.kind,
        before: { start: last.before.start, end: change.before.end },
        after: { start: last.after.start, end: change.after.end },
      };
  }
  return joined;
}

function rangeOf(indexes: readonly number[], otherwise: number): IndexRange {
  const [start = otherwise] = indexes;
  return { start, end: (indexes.at(-1) ?? start - 1) + 1 };
}

function indexesOf({ start, end }: IndexRange): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

export function isEmpty({ start, end }: IndexRange): boolean {
  return start === end;
}

/** The text of these blocks, with what lies between them. */
export function sourceOf({ text, blocks }: DocumentVersion, { start, end }: IndexRange): string {
  const first = blocks[start];
  const last = blocks[end - 1];
  return start >= end || first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
}
