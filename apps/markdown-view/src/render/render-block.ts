import { highlightCode } from './highlight.ts';
import { sanitise } from './sanitise.ts';
import { splitLong } from './split-long.ts';
import { tidy } from './tidy.ts';

/** The HTML of one block as it may stand in the page. */
export function renderBlock(html: string): DocumentFragment {
  const fragment = sanitise(html);
  tidy(fragment);
  highlightCode(fragment);
  splitLong(fragment);
  return fragment;
}
