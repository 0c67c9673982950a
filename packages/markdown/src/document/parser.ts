import MarkdownItParser, { type MarkdownIt } from 'markdown-it';

import { footnotes } from './rules/footnotes.ts';
import { frontMatter } from './rules/front-matter.ts';
import { limitSteps } from './rules/limit-steps.ts';
import { math } from './rules/math.ts';
import { plainOutput } from './rules/plain-output.ts';
import { taskLists } from './rules/task-lists.ts';

/**
 * The Markdown that a review shows: CommonMark, tables, strikethrough, links without brackets, footnotes, task lists,
 * math, front matter. Raw HTML passes through; the caller has to sanitise it before showing it.
 */
export function createParser(): MarkdownIt {
  const parser = new MarkdownItParser({ html: true, linkify: true });
  // `README.md` is a file to its readers, not a site in Moldova.
  parser.linkify.set({ fuzzyLink: false });
  // An address is shown as it is written, so that a selected address is found in the file.
  parser.normalizeLinkText = (address) => address;
  for (const add of [dropByteOrderMark, frontMatter, math, footnotes, taskLists, plainOutput, limitSteps])
    add(parser);
  return parser;
}

function dropByteOrderMark(parser: MarkdownIt): void {
  parser.core.ruler.after('normalize', 'byte_order_mark', (state) => {
    if (state.src.startsWith('\uFEFF')) state.src = state.src.slice(1);
  });
}
