/** Finds where an expression in a template ends, without a parser of its language. What is not certain is not read. */

/** The text is written in a way that is not read for certain. */
export class UnsureError extends Error {}

export function unsure(): never {
  throw new UnsureError();
}

/** Reads markup that begins inside of an expression, at its `<`. Returns the offset after it. */
type ReadMarkup = (at: number) => number;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const mostDepth = 200;

/**
 * The offset after the bracket that closes the one at `at`. Throws where a slash may begin a regular expression, and for
 * what is not closed.
 */
export function afterBracket(text: string, at: number, readMarkup?: ReadMarkup): number {
  const open: string[] = [];
  /** The last character that is not a space, and the word that it ends. */
  let before = '';
  let next = at;
  while (next < text.length) {
    const character = text.charAt(next);
    if (/\s/.test(character)) {
      next++;
      continue;
    }
    const skipped = afterQuoted(text, next, readMarkup);
    if (skipped !== null) {
      next = skipped.end;
      if (skipped.isValue) before = '"';
      continue;
    }
    if (character === '/' && !/[\w$\]"]$/.test(before)) unsure();
    if (character === '/' && isKeyword(before)) unsure();
    if (character === '<' && readMarkup !== undefined) {
      if (beginsMarkup(text, next, before)) {
        next = readMarkup(next);
        before = '"';
        continue;
      }
      // Without spaces around it, this may be the argument of a type.
      if (!/\s/.test(text.charAt(next + 1)) && text.charAt(next + 1) !== '=') unsure();
    }
    const closes = closing[character];
    if (closes !== undefined) {
      open.push(closes);
      if (open.length > mostDepth) unsure();
    } else if (/[)\]}]/.test(character)) {
      if (open.pop() !== character) unsure();
      if (open.length === 0) return next + 1;
    }
    const isInWord = /[\w$]/.test(character) && next > at && /[\w$]/.test(text.charAt(next - 1));
    before = isInWord ? before + character : character;
    next++;
  }
  return unsure();
}

/** The end of a text in quotation marks or of a comment; `null` where none begins. */
function afterQuoted(
  text: string,
  at: number,
  readMarkup: ReadMarkup | undefined,
): { end: number; isValue: boolean } | null {
  const character = text.charAt(at);
  if (character === '"' || character === "'") return { end: afterString(text, at, character), isValue: true };
  if (character === '`') return { end: afterTemplate(text, at, readMarkup), isValue: true };
  const pair = text.slice(at, at + 2);
  if (pair === '//') return { end: afterNext(text, '\n', at), isValue: false };
  if (pair === '/*') return { end: afterNext(text, '*/', at + 2), isValue: false };
  return null;
}

/** The offset after the next place with these characters. */
export function afterNext(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? unsure() : at + mark.length;
}

function afterString(text: string, at: number, quote: string): number {
  for (let next = at + 1; next < text.length; next++) {
    const character = text.charAt(next);
    if (character === '\\') next++;
    else if (character === quote) return next + 1;
    else if (character === '\n') break;
  }
  return unsure();
}

function afterTemplate(text: string, at: number, readMarkup: ReadMarkup | undefined): number {
  for (let next = at + 1; next < text.length; next++) {
    const character = text.charAt(next);
    if (character === '\\') next++;
    else if (character === '`') return next + 1;
    else if (text.startsWith('${', next)) next = afterBracket(text, next + 1, readMarkup) - 1;
  }
  return unsure();
}

/** After these words a slash begins a regular expression, and `<` begins markup. */
function isKeyword(word: string): boolean {
  return /^(?:return|typeof|case|in|of|void|delete|do|else|instanceof|new|throw|yield|await|default)$/.test(
    word,
  );
}

function beginsMarkup(text: string, at: number, before: string): boolean {
  if (!/[A-Za-z>]/.test(text.charAt(at + 1))) return false;
  return before === '' || /[({[,?:&|=>;]$/.test(before) || isKeyword(before);
}
