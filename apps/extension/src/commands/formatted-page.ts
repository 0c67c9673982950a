import { matchesSitePattern, type ParamsOf } from '@annotate-mcp/browser-protocol';

import type { Tab } from '../driver/tab.ts';

export type Formatted =
  | { readonly text: string; readonly format: string }
  /** The usual form is needed; `formatProblem` says why none of the formats for this address fits. */
  | { readonly formatProblem?: string };

/** The page in the first format that fits it. `usual` returns the lines of an element in the usual form. */
export async function formattedPage(
  tab: Tab,
  { formats, target, find }: ParamsOf<'snapshot'>,
  address: string,
  usual: (selector: string) => Promise<string[]>,
): Promise<Formatted> {
  const url = URL.parse(address);
  // A part of the page is wanted as it is.
  if (target !== undefined || url === null) return {};
  let problem: string | undefined;
  for (const format of formats.filter(({ pages }) => pages.some((page) => matchesSitePattern(page, url)))) {
    const page = await tab.frames.call(tab.frames.main, 'formatPage', format);
    if ('problem' in page) {
      problem ??= `${format.name}: ${page.problem}`;
      continue;
    }
    const lines = page.text === '' ? [] : page.text.split('\n');
    // What cannot be read any more at this moment is left out: the rest of the page was read.
    for (const selector of page.rest) lines.push(...(await usual(selector).catch(() => [])));
    const kept = find === undefined ? lines : linesWith(lines, find);
    if (kept.length > 0) return { text: kept.join('\n'), format: format.name };
    problem ??= find === undefined ? `${format.name}: no part of it matches` : undefined;
  }
  return problem === undefined ? {} : { formatProblem: problem };
}

function linesWith(lines: readonly string[], find: string): string[] {
  return lines.filter((line) => line.toLowerCase().includes(find.toLowerCase()));
}
