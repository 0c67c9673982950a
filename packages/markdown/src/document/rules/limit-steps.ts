import type { MarkdownIt, StateCore } from 'markdown-it';

import { beginText, spendBlockSteps, spendTextStep, StepLimitError } from '../steps.ts';

/** Counts the parser's steps by rules that match nothing. Text that takes too many is shown without its markup. */
export function limitSteps(parser: MarkdownIt): void {
  parser.block.ruler.before(
    'table',
    'steps',
    ({ env }) => {
      spendBlockSteps(env, 1);
      return false;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  parser.inline.ruler.before('text', 'steps', ({ env }) => {
    spendTextStep(env);
    return false;
  });
  parser.core.ruler.at('inline', readTexts);
}

function readTexts({ tokens, md, env, Token }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== 'inline') continue;
    beginText(env);
    token.children = [];
    try {
      md.inline.parse(token.content, md, env, token.children);
    } catch (error) {
      if (!(error instanceof StepLimitError)) throw error;
      const text = new Token('text', '', 0);
      text.content = token.content;
      token.children = [text];
    }
  }
}
