import type { BlockList } from './block-list.ts';
import { headingFor } from './outline.ts';

/** Sanitising puts this before every id, so that no id of the document equals one of the page. */
const prefix = 'user-content-';

/** The target of `#fragment`: a footnote or an anchor of the document, else a heading. */
export function elementFor(fragment: string, list: BlockList): HTMLElement | null {
  const name = decoded(fragment);
  const heading = headingFor(name, list) ?? headingFor(name.toLowerCase(), list);
  if (heading !== null) return heading.element;
  for (const entry of list.entries()) {
    // Only footnotes and raw HTML have ids.
    if (!/\[\^|</.test(list.text().slice(entry.block.start, entry.block.end))) continue;
    list.ensure(entry);
    const id = CSS.escape(prefix + name);
    const found = entry.element.querySelector<HTMLElement>(`#${id},a[name="${id}"]`);
    if (found !== null) return found;
  }
  return null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A percent sign that encodes nothing; the fragment is used unchanged.
    return fragment;
  }
}
