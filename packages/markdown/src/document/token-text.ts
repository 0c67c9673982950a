import type { Token } from 'markdown-it';

import { htmlText } from './html-text.ts';

/** Exactly the text content of the rendered element, without a DOM. */
export function shownText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('');
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'inline':
      return shownText(token.children ?? []);
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'html_block':
      return htmlText(token.content)
        .map(({ text }) => text)
        .join('');
    case 'image':
    case 'html_inline':
      return '';
    default:
      return token.nesting === 0 ? token.content : '';
  }
}
