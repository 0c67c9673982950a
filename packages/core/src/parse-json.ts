/** Reads JSON that another program wrote: a request, a message, a file of a repository. */

/**
 * What is nested deeper is not a value that a person, a page or an agent has a use for. It would end in a `RangeError`
 * wherever a function calls itself for each level, as schemas and `JSON.stringify` do.
 */
export const mostJsonLevels = 200;

/** A `SyntaxError`, so that callers who expect text that is not JSON also expect this. */
export class DeepJsonError extends SyntaxError {
  override readonly name = 'DeepJsonError';

  constructor() {
    super(`It is nested deeper than ${mostJsonLevels} levels.`);
  }
}

/** As `JSON.parse`, but looks at the depth first. Throws a `SyntaxError` for both reasons. */
export function parseJson(text: string): unknown {
  if (isDeepJson(text)) throw new DeepJsonError();
  return JSON.parse(text);
}

/** Without parsing, in time proportional to the length. Also for text that is not JSON, and for UTF-8 read as Latin-1. */
export function isDeepJson(text: string): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBracket:
      case openBrace:
        if (++level > mostJsonLevels) return true;
        break;
      case closeBracket:
      case closeBrace:
        level--;
        break;
    }
  }
  return false;
}

/**
 * The text with `null` in the place of what is nested in its members: what a message says of itself can be read although
 * what it carries is nested too deep.
 */
export function flattenJson(text: string): string {
  const kept: string[] = [];
  let level = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) {
      if (++level === 2) kept.push(text.slice(from, at), 'null');
    } else if ((code === closeBracket || code === closeBrace) && level-- === 2) from = at + 1;
  }
  return level > 1 ? kept.join('') : kept.join('') + text.slice(from);
}

const quote = 0x22;
const backslash = 0x5c;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The place of the quotation mark that ends the string which begins at `start`; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
