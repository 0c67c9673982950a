import { divide, type Block } from './blocks.ts';
import { definitionsIn, rememberDefinitions } from './definitions.ts';
import { parseBlocks, readInside } from './parse.ts';
import { shownText } from './token-text.ts';

/** A document that is parsed once and rendered block by block, as blocks scroll into view. */
export interface DocumentRenderer {
  readonly blocks: Block[];
  /** For `createSourceMap`. */
  readonly definitions: string;
  /**
   * The HTML of one block, not sanitised. Its text is the `rendered` of the block's source map. Math is TeX inside of
   * `.math.math-inline` and `.math.math-display`, code is in `pre > code.language-…`, front matter in
   * `pre.front-matter`. Empty for link definitions. Each call renders again.
   */
  readonly html: (index: number) => string;
  /** The text that `html` shows; cheaper than a source map. */
  readonly text: (index: number) => string;
}

export function createRenderer(text: string): DocumentRenderer {
  const parsed = parseBlocks(text);
  const { parser, env } = parsed;
  const divided = divide(text, parsed);
  const blocks = divided.map(({ block }) => block);
  const definitions = definitionsIn(env);
  rememberDefinitions(blocks, definitions);
  const inside = (index: number) => readInside(parsed, divided[index]?.tokens ?? []);
  return {
    blocks,
    definitions,
    html: (index) => parser.renderer.render(inside(index), parser.options, env),
    text: (index) => shownText(inside(index)),
  };
}
