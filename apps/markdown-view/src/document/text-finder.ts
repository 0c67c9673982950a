/** Finds words in the whole document, rendered or not, and marks them. */
import type { BlockList, Entry } from './block-list.ts';
import { foundName, foundNowName } from './highlight-styles.ts';
import type { FoundText } from './panel-types.ts';

export interface TextFinder {
  /** Marks all occurrences; an empty query removes the marks. */
  readonly find: (query: string) => readonly FoundText[];
  /** Marks one of them as the current one, and returns its range; `null` when there is none. */
  readonly show: (index: number) => Range | null;
  readonly clear: () => void;
}

/** More are not counted: a person does not step through them, and each needs a range. */
export const mostFound = 1000;

export function createTextFinder(list: BlockList): TextFinder {
  let ranges: Range[] = [];
  const registry = 'highlights' in CSS ? CSS.highlights : null;
  const clear = () => {
    ranges = [];
    registry?.delete(foundName);
    registry?.delete(foundNowName);
  };
  return {
    find(query) {
      clear();
      const wanted = folded(query.replaceAll(/\s+/g, ' '));
      if (wanted.trim() === '') return [];
      const found: FoundText[] = [];
      for (const entry of list.entries()) {
        if (found.length >= mostFound) break;
        if (entry.block.kind === 'definition') continue;
        if (!folded(list.textOf(entry).replaceAll(/\s+/g, ' ')).includes(wanted)) continue;
        for (const { range, share } of rangesIn(list, entry, wanted)) {
          if (found.length >= mostFound) break;
          ranges.push(range);
          found.push({ at: entry.block.start + share * (entry.block.end - entry.block.start) });
        }
      }
      mark(registry, foundName, ranges, 2);
      return found;
    },
    show(index) {
      const range = ranges[index] ?? null;
      mark(registry, foundNowName, range === null ? [] : [range], 3);
      return range;
    },
    clear,
  };
}

function mark(
  registry: HighlightRegistry | null,
  name: string,
  ranges: readonly Range[],
  priority: number,
): void {
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  registry?.set(name, highlight);
}

/** In lower case, with the same length: a few letters become two. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');
}

function rangesIn(list: BlockList, entry: Entry, wanted: string): { range: Range; share: number }[] {
  list.ensure(entry);
  const { text, places } = readText(entry.element);
  const found: { range: Range; share: number }[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const first = places[at];
    const last = places[at + wanted.length - 1];
    if (first === undefined || last === undefined) break;
    const range = new Range();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    found.push({ range, share: at / text.length });
  }
  return found;
}

interface Place {
  readonly node: Text;
  readonly offset: number;
}

/** The text with single spaces, and where each of its characters is. */
function readText(block: HTMLElement): { text: string; places: Place[] } {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    const isAdded = node instanceof Element && node.matches('[data-added]');
    return isAdded ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  let text = '';
  const places: Place[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const data = folded(node.data);
    for (let offset = 0; offset < data.length; offset += 1) {
      const isSpace = /\s/.test(data.charAt(offset));
      if (isSpace && text.endsWith(' ')) continue;
      text += isSpace ? ' ' : data.charAt(offset);
      places.push({ node, offset });
    }
  }
  return { text, places };
}
