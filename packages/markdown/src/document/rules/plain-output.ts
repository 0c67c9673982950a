import type { MarkdownIt } from 'markdown-it';

/**
 * HTML without the line breaks between its elements, so that the text of an element is what its reader sees and
 * token-text.ts can say it without a DOM.
 */
export function plainOutput(parser: MarkdownIt): void {
  const { renderer } = parser;
  renderer.renderToken = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined || token.hidden) return '';
    return token.nesting === -1 ? `</${token.tag}>` : `<${token.tag}${renderer.renderAttrs(token)}>`;
  };
  for (const type of ['fence', 'code_block']) {
    const render = renderer.rules[type];
    if (render !== undefined) renderer.rules[type] = (...args) => render(...args).trimEnd();
  }
}
