/**
 * Replaces the values of secret fields in JSON. Reads the text itself and not a parsed value, because a body may be cut
 * off, may be no JSON around the JSON, and must stay as it is everywhere else.
 */
import { isSecretPair, redacted } from '@annotate-mcp/page-facts';

/** A name in quotes and a colon. In a string inside of a string, the quotes have backslashes before them. */
const fieldName = /(?<!\\)(\\{0,7})"([^"\\]{1,120})\1"\s{0,20}:\s{0,20}/g;

interface Span {
  readonly from: number;
  readonly to: number;
}

export function hideJsonFields(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let namedValue = '';
  fieldName.lastIndex = 0;
  for (let found = fieldName.exec(text); found !== null; found = fieldName.exec(text)) {
    const [, slashes = '', ownName = ''] = found;
    const from = fieldName.lastIndex;
    // In a list of fields, the name is a value as well: { "name": "password", "value": "…" }.
    const name = /^(?:value|text|content)$/i.test(ownName) && namedValue !== '' ? namedValue : ownName;
    const values = readValues(text, from, slashes);
    const [first] = values;
    namedValue = isNaming(ownName) && first !== undefined ? text.slice(first.from, first.to) : '';
    for (const { from: start, to } of values) {
      if (!isSecretPair(name, text.slice(start, to))) continue;
      const quote = text[start - 1] === '"' ? '' : `${slashes}"`;
      parts.push(text.slice(done, start), quote, redacted, quote);
      done = to;
      fieldName.lastIndex = to;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

function isNaming(name: string): boolean {
  return /^(?:name|key|field|id)$/i.test(name);
}

/** Where the value is: one string or whole number, or the strings of a list. Empty for everything else. */
function readValues(text: string, from: number, slashes: string): Span[] {
  const quote = `${slashes}"`;
  if (text.startsWith(quote, from)) {
    const start = from + quote.length;
    return [{ from: start, to: endOfString(text, start, slashes.length) }];
  }
  if (text[from] === '[') return readList(text, from + 1, slashes);
  // Fewer digits are a count and not a secret.
  const [number] = /^\d{4,20}(?![\d.])/.exec(text.slice(from, from + 22)) ?? [];
  return number === undefined ? [] : [{ from, to: from + number.length }];
}

function readList(text: string, from: number, slashes: string): Span[] {
  const quote = `${slashes}"`;
  const spans: Span[] = [];
  let at = from;
  for (;;) {
    while (/[\s,]/.test(text[at] ?? '')) at++;
    if (!text.startsWith(quote, at)) return spans;
    const start = at + quote.length;
    const to = endOfString(text, start, slashes.length);
    spans.push({ from: start, to });
    at = to + quote.length;
  }
}

/** The index of the closing quote with its backslashes, or the end of the text. */
function endOfString(text: string, start: number, slashes: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = 0;
    while (quote - before > start && text[quote - before - 1] === '\\') before++;
    if (isClosing(before, Math.log2(slashes + 1))) return quote - Math.min(before, slashes);
  }
  return text.length;
}

/** Each level of strings doubles the backslashes and adds one for the quote. */
function isClosing(slashes: number, depth: number): boolean {
  let left = slashes;
  for (let level = 0; level < depth; level++) {
    if (left % 2 === 0) return true;
    left = (left - 1) / 2;
  }
  return left % 2 === 0;
}
