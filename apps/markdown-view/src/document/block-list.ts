/** The blocks of the document as elements of the article. An element is empty until its block is rendered. */
import { type Block, createRenderer, type DocumentRenderer } from '@annotate-mcp/markdown';

import { renderBlock } from '../render/render-block.ts';

import { type BlockMap, createBlockMap } from './block-map.ts';
import { arrange, type Chunk, update } from './chunks.ts';

export interface Entry {
  block: Block;
  readonly element: HTMLElement;
  rendered: boolean;
  /** The start of the block when it was rendered; offsets in its elements are relative to it. */
  renderedAt: number;
  map: BlockMap | null;
  /** Its place among the blocks. */
  index: number;
}

export interface BlockList {
  readonly text: () => string;
  readonly entries: () => readonly Entry[];
  readonly blocks: () => readonly Block[];
  readonly chunks: () => readonly Chunk<Entry>[];
  readonly chunkOf: (entry: Entry) => Chunk<Entry> | null;
  readonly setText: (text: string) => void;
  /** Renders the block unless it is rendered already. */
  readonly ensure: (entry: Entry) => void;
  readonly mapOf: (entry: Entry) => BlockMap;
  /** The words of the block, without rendering it. */
  readonly textOf: (entry: Entry) => string;
  readonly entryOf: (node: Node) => Entry | null;
  /** The blocks that contain a part of this span. */
  readonly within: (start: number, end: number) => Entry[];
}

export function createBlockList(article: HTMLElement, onRendered: (entry: Entry) => void): BlockList {
  let text = '';
  let targets = '';
  let renderer = createRenderer('');
  let entries: Entry[] = [];
  let chunks: Chunk<Entry>[] = [];
  const chunkOf = new WeakMap<Entry, Chunk<Entry>>();
  const byElement = new WeakMap<Element, Entry>();

  const ensure = (entry: Entry) => {
    if (entry.rendered) return;
    entry.element.replaceChildren(nodesOf(text, entry.block, () => renderer.html(entry.index)));
    entry.rendered = true;
    entry.renderedAt = entry.block.start;
    delete entry.element.dataset.waiting;
    const chunk = chunkOf.get(entry);
    if (chunk !== undefined) update(chunk);
    onRendered(entry);
  };

  return {
    text: () => text,
    entries: () => entries,
    blocks: () => renderer.blocks,
    chunks: () => chunks,
    chunkOf: (entry) => chunkOf.get(entry) ?? null,
    setText(next) {
      const before = { text, targets, entries, blocks: renderer.blocks };
      text = next;
      renderer = createRenderer(text, before);
      targets = linkTargets(text, renderer);
      entries = followBlocks(renderer.blocks, text, before, before.targets === targets);
      for (const [index, entry] of entries.entries()) {
        entry.index = index;
        byElement.set(entry.element, entry);
      }
      chunks = arrange(article, entries, chunks);
      for (const chunk of chunks) for (const entry of chunk.members) chunkOf.set(entry, chunk);
    },
    ensure,
    mapOf(entry) {
      ensure(entry);
      entry.map ??= createBlockMap(text, entry.block, renderer.definitions, entry.element);
      return entry.map;
    },
    textOf: (entry) => (entry.rendered ? entry.element.textContent : renderer.text(entry.index)),
    entryOf(node) {
      const start = node instanceof Element ? node : node.parentElement;
      const element = start?.closest('[data-block]') ?? null;
      return element !== null && article.contains(element) ? (byElement.get(element) ?? null) : null;
    },
    within(start, end) {
      const found: Entry[] = [];
      for (let at = firstEndingAfter(entries, start); at < entries.length; at += 1) {
        const entry = entries[at];
        if (entry === undefined || entry.block.start >= end) break;
        found.push(entry);
      }
      return found;
    },
  };
}

function nodesOf(text: string, block: Block, html: () => string): Node {
  try {
    return renderBlock(html());
  } catch {
    // One block that cannot be rendered must not stop the others. Its source is shown and can be commented on.
    const source = document.createElement('pre');
    source.textContent = sourceOf(text, block);
    return source;
  }
}

function firstEndingAfter(entries: readonly Entry[], offset: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.block.end ?? Infinity) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** All link definitions as one text, to compare them. */
function linkTargets(text: string, { blocks, definitions }: DocumentRenderer): string {
  const written = blocks.filter(({ kind }) => kind === 'definition').map((block) => sourceOf(text, block));
  return [definitions, ...written].join('\n');
}

function create(block: Block): Entry {
  const element = document.createElement('section');
  const entry: Entry = { block, element, rendered: false, renderedAt: block.start, map: null, index: 0 };
  element.dataset.waiting = '';
  describe(entry);
  return entry;
}

function describe({ block, element }: Entry): void {
  element.dataset.block = block.id;
  element.dataset.kind = block.kind;
}

/**
 * Blocks that say the same as before keep their elements. Not those with footnotes, whose numbers depend on all others,
 * and where a link's target is defined elsewhere only as long as all definitions are the same.
 */
function followBlocks(
  blocks: readonly Block[],
  text: string,
  before: { readonly text: string; readonly entries: readonly Entry[] },
  sameDefinitions: boolean,
): Entry[] {
  const isReusable = (source: string, { kind }: Block) =>
    kind !== 'footnote' && !source.includes('[^') && (sameDefinitions || !source.includes('['));
  const isSame = (entry: Entry | undefined, block: Block | undefined) => {
    if (entry === undefined || block === undefined || entry.block.kind !== block.kind) return false;
    const source = sourceOf(text, block);
    return source === sourceOf(before.text, entry.block) && isReusable(source, block);
  };
  // An edit leaves most blocks at both ends as they are; only those in between are searched.
  const most = Math.min(blocks.length, before.entries.length);
  let head = 0;
  while (head < most && isSame(before.entries[head], blocks[head])) head += 1;
  let tail = 0;
  while (head + tail < most && isSame(before.entries.at(-1 - tail), blocks.at(-1 - tail))) tail += 1;
  const bySource = new Map<string, Entry[]>();
  for (const entry of before.entries.slice(head, before.entries.length - tail)) {
    const source = sourceOf(before.text, entry.block);
    if (!isReusable(source, entry.block)) continue;
    const key = `${entry.block.kind} ${source}`;
    const known = bySource.get(key);
    if (known === undefined) bySource.set(key, [entry]);
    else known.push(entry);
  }
  const entryAt = (block: Block, index: number) => {
    if (index < head) return before.entries[index];
    if (index >= blocks.length - tail) return before.entries.at(index - blocks.length);
    return bySource.get(`${block.kind} ${sourceOf(text, block)}`)?.shift();
  };
  return blocks.map((block, index) => {
    const entry = entryAt(block, index);
    return entry === undefined ? create(block) : moveTo(entry, block);
  });
}

function sourceOf(text: string, { start, end }: Block): string {
  return text.slice(start, end);
}

function moveTo(entry: Entry, block: Block): Entry {
  const isRenamed = entry.block.id !== block.id || entry.block.kind !== block.kind;
  entry.block = block;
  entry.map = null;
  if (isRenamed) describe(entry);
  return entry;
}
