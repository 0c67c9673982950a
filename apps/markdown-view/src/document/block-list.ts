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
  const indexOf = new WeakMap<Entry, number>();

  const ensure = (entry: Entry) => {
    if (entry.rendered) return;
    entry.element.replaceChildren(nodesOf(text, entry.block, () => renderer.html(indexOf.get(entry) ?? 0)));
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
      const before = { text, targets };
      text = next;
      renderer = createRenderer(text);
      targets = linkTargets(text, renderer);
      const reuse = reusable(entries, before.text, before.targets === targets);
      entries = renderer.blocks.map(
        (block) => reuse(text.slice(block.start, block.end), block) ?? create(block),
      );
      for (const [index, entry] of entries.entries()) {
        indexOf.set(entry, index);
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
    textOf: (entry) => (entry.rendered ? entry.element.textContent : renderer.text(indexOf.get(entry) ?? 0)),
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

function nodesOf(text: string, { start, end }: Block, html: () => string): Node {
  try {
    return renderBlock(html());
  } catch {
    // One block that cannot be rendered must not stop the others. Its source is shown and can be commented on.
    const source = document.createElement('pre');
    source.textContent = text.slice(start, end);
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
  const written = blocks
    .filter(({ kind }) => kind === 'definition')
    .map(({ start, end }) => text.slice(start, end));
  return [definitions, ...written].join('\n');
}

function create(block: Block): Entry {
  const element = document.createElement('section');
  const entry: Entry = { block, element, rendered: false, renderedAt: block.start, map: null };
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
function reusable(entries: readonly Entry[], text: string, sameDefinitions: boolean) {
  const bySource = new Map<string, Entry[]>();
  for (const entry of entries) {
    const source = text.slice(entry.block.start, entry.block.end);
    if (source.includes('[^') || entry.block.kind === 'footnote') continue;
    if (!sameDefinitions && source.includes('[')) continue;
    const key = `${entry.block.kind} ${source}`;
    bySource.set(key, [...(bySource.get(key) ?? []), entry]);
  }
  return (source: string, block: Block): Entry | null => {
    const entry = bySource.get(`${block.kind} ${source}`)?.shift();
    if (entry === undefined) return null;
    entry.block = block;
    entry.map = null;
    describe(entry);
    return entry;
  };
}
