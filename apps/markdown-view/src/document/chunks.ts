/**
 * Groups blocks into chunks of about one screen. The browser lays out or skips a chunk as a whole: a large document has
 * ten thousand blocks, which is too many to check for every frame, but only a few hundred chunks.
 */
import type { Block } from '@annotate-mcp/markdown';

export interface Chunk<E extends Member> {
  readonly element: HTMLElement;
  members: E[];
}

interface Member {
  readonly block: Block;
  readonly element: HTMLElement;
  readonly rendered: boolean;
}

const mostBlocks = 40;
const mostHeight = 2400;

/**
 * Puts the elements of all members into the article in this order. As few elements as possible are moved: an element
 * that is not moved keeps selection, focus and scroll position.
 */
export function arrange<E extends Member>(
  article: HTMLElement,
  members: readonly E[],
  before: readonly Chunk<E>[],
): Chunk<E>[] {
  const membersBefore = new Map(before.map((chunk) => [chunk, chunk.members]));
  const chunks = grouped(members, before);
  const isChanged = (chunk: Chunk<E>) => !isSameList(chunk.members, membersBefore.get(chunk) ?? []);
  const changed = new Set(chunks.filter(isChanged));
  const kept = new Set(chunks);
  const wanted = new Set(
    [...changed].flatMap((chunk) => chunk.members.map(({ element }): Element => element)),
  );
  for (const chunk of before) {
    if (kept.has(chunk) && !changed.has(chunk)) continue;
    for (const old of [...chunk.element.children]) if (!wanted.has(old)) old.remove();
  }
  for (const chunk of changed) {
    place(
      chunk.element,
      chunk.members.map(({ element }) => element),
    );
    update(chunk);
  }
  for (const chunk of before) if (!kept.has(chunk)) chunk.element.remove();
  place(
    article,
    chunks.map(({ element }) => element),
  );
  return chunks;
}

/** Updates the estimated height of the chunk and whether blocks in it are not rendered yet. */
export function update<E extends Member>({ element, members }: Chunk<E>): void {
  element.style.setProperty('--height', `${members.reduce((sum, { block }) => sum + heightOf(block), 0)}px`);
  element.toggleAttribute(
    'data-waiting',
    members.some(({ rendered }) => !rendered),
  );
}

function grouped<E extends Member>(members: readonly E[], before: readonly Chunk<E>[]): Chunk<E>[] {
  const home = new Map(before.flatMap((chunk) => chunk.members.map((member) => [member, chunk] as const)));
  const used = new Set<Chunk<E>>();
  const chunks: Chunk<E>[] = [];
  let height = 0;
  const begin = (chunk: Chunk<E>) => {
    used.add(chunk);
    chunk.members = [];
    chunks.push(chunk);
    height = 0;
    return chunk;
  };
  for (const member of members) {
    const own = home.get(member);
    let chunk = chunks.at(-1);
    if (own !== undefined && !used.has(own)) chunk = begin(own);
    else if (chunk === undefined || (own !== chunk && isFull(chunk, height))) chunk = begin(create());
    chunk.members.push(member);
    height += heightOf(member.block);
  }
  return chunks;
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function isFull<E extends Member>({ members }: Chunk<E>, height: number): boolean {
  return members.length >= mostBlocks || height >= mostHeight;
}

function create<E extends Member>(): Chunk<E> {
  const element = document.createElement('div');
  element.className = 'chunk';
  return { element, members: [] };
}

/** Includes the space above the block. */
function heightOf(block: Block): number {
  return block.kind === 'definition' ? 0 : estimatedHeight(block) + 16;
}

function place(parent: HTMLElement, elements: readonly Element[]): void {
  let at = parent.firstElementChild;
  for (const element of elements) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}

const charactersPerLine = 72;
const lineHeight = 26;

/** The approximate height of a block in pixels, so that the scroll bar is about right before the layout. */
export function estimatedHeight(block: Block): number {
  const lines = block.lineEnd - block.lineStart + 1;
  const wrapped = Math.ceil((block.end - block.start) / charactersPerLine);
  switch (block.kind) {
    case 'h1':
    case 'h2':
    case 'h3':
      return 44;
    case 'code':
      return Math.max(1, lines - 2) * 21 + 28;
    case 'table':
      return Math.max(1, lines - 1) * 38;
    case 'list':
      return Math.max(lines, wrapped) * lineHeight;
    case 'hr':
      return 24;
    case 'math':
      return 64;
    default:
      return Math.max(1, wrapped) * lineHeight;
  }
}
