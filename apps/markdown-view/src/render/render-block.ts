import { highlightCode } from './highlight.ts';
import { sanitise } from './sanitise.ts';
import { splitLong } from './split-long.ts';
import { tidy } from './tidy.ts';

/** Turns the HTML of one block into safe elements. */
export function renderBlock(html: string): DocumentFragment {
  const fragment = sanitise(html);
  tidy(fragment);
  highlightCode(fragment);
  splitLong(fragment);
  return fragment;
}
