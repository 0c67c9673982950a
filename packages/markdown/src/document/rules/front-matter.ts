import type { MarkdownIt } from 'markdown-it';

import type { BlockRule } from './rule.ts';

const fence = /^---[ \t]*$/;

/**
 * YAML between `---` lines at the very top. Without its second line it is a thematic break like any other.
 * markdown-it-front-matter shows nothing, but the view shows the YAML.
 */
export function frontMatter(parser: MarkdownIt): void {
  parser.block.ruler.before('table', 'front_matter', readFrontMatter);
  parser.renderer.rules.front_matter = (tokens, index) =>
    `<pre class="front-matter"><code>${parser.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;
}

const readFrontMatter: BlockRule = (state, startLine, endLine, silent) => {
  if (startLine !== 0 || state.blkIndent !== 0 || state.level !== 0) return false;
  const lineAt = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]);
  if (!fence.test(lineAt(0))) return false;
  let last = 1;
  while (last < endLine && !fence.test(lineAt(last))) last += 1;
  if (last >= endLine) return false;
  if (silent) return true;
  const token = state.push('front_matter', '', 0);
  token.content = state.src.slice(state.bMarks[1], state.bMarks[last]);
  token.map = [0, last + 1];
  state.line = last + 1;
  return true;
};
