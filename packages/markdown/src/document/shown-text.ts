/** The text that a reader sees of parsed Markdown and of raw HTML. */
import MarkdownItParser, { type MarkdownIt, type Token } from 'markdown-it';

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

/** A part of the shown text and its range in the HTML. */
interface ShownText {
  text: string;
  start: number;
  end: number;
}

// Comments, instructions, declarations, elements whose content is not text, tags. One that is not closed runs to the
// end, as in a browser; so every alternative matches once it has begun, and nothing is scanned twice.
const markup =
  /<!--(?:-?>|[^]*?(?:-->|$))|<\?[^]*?(?:\?>|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<![a-z][^>]*(?:>|$)|<(script|style|textarea|title|template|iframe|noscript|noembed|noframes|xmp)\b[^]*?(?:<\/\1\s*>|$)|<\/?[a-z](?:[^>"']+|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/gi;
const reference = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,31});/gi;

/** The text of raw HTML, roughly as a browser shows it after sanitising. A DOM parser would be exact, but this also runs in Node. */
export function htmlText(html: string): ShownText[] {
  const shown: ShownText[] = [];
  let from = 0;
  for (const match of html.matchAll(markup)) {
    shown.push(...decodeReferences(html, from, match.index));
    from = match.index + match[0].length;
  }
  return [...shown, ...decodeReferences(html, from, html.length)];
}

function decodeReferences(html: string, start: number, end: number): ShownText[] {
  const shown: ShownText[] = [];
  const add = (text: string, from: number, to: number) => {
    if (from < to) shown.push({ text, start: from, end: to });
  };
  let from = start;
  for (const match of html.slice(start, end).matchAll(reference)) {
    const at = start + match.index;
    add(html.slice(from, at), from, at);
    from = at + match[0].length;
    add(decodeReference(match[0]), at, from);
  }
  add(html.slice(from, end), from, end);
  return shown;
}

let utils: MarkdownIt['utils'] | undefined;

/** `&amp;` and its like as the character they stand for; a name that stands for none stays as it is. */
export function decodeReference(reference: string): string {
  utils ??= new MarkdownItParser().utils;
  const [, hexadecimal, decimal] = /^&#(?:x([0-9a-f]+)|([0-9]+));$/i.exec(reference) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return utils.unescapeAll(reference);
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return utils.isValidEntityCode(code) ? utils.fromCodePoint(code) : '\uFFFD';
}
