/** The headings: what they say, and which one a link within the document means. */
import type { BlockList, Entry } from './block-list.ts';
import type { OutlineItem } from './panel-types.ts';

export function headingsOf(list: BlockList): Entry[] {
  return list.entries().filter(({ block }) => /^h[1-6]$/.test(block.kind));
}

export function outlineOf(list: BlockList): OutlineItem[] {
  return headingsOf(list).map((entry) => {
    const { id, kind } = entry.block;
    return { blockId: id, level: Number(kind.slice(1)), text: list.textOf(entry).trim() };
  });
}

/** The heading that `#fragment` leads to, by the rule of most hosts of Markdown: its words in lower case with dashes. */
export function headingFor(fragment: string, list: BlockList): Entry | null {
  const used = new Map<string, number>();
  for (const entry of headingsOf(list)) {
    const slug = slugOf(list.textOf(entry));
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    if (fragment === (before === 0 ? slug : `${slug}-${before}`)) return entry;
  }
  return null;
}

function slugOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replace(/\s/g, '-');
}
