import { drawAlerts } from './alerts.ts';
import { drawFrontMatter } from './front-matter.ts';
import { highlightCode } from './highlight.ts';
import { sanitise } from './sanitise.ts';
import { splitLong } from './split-long.ts';
import { tidy } from './tidy.ts';

/** Turns the HTML of one block into safe elements. */
export function renderBlock(html: string): DocumentFragment {
  const fragment = sanitise(html);
  drawAlerts(fragment);
  drawFrontMatter(fragment);
  tidy(fragment);
  highlightCode(fragment);
  splitLong(fragment);
  return fragment;
}
