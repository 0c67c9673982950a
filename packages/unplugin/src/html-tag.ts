/** Inserts a script tag into a page that arrives in chunks. */

export interface TagInserter {
  /** Returns the part of the page that can be sent now. */
  push(bytes: Buffer): Buffer;
  /** Returns the rest of the page. */
  end(): Buffer;
  /** What has arrived and was not returned yet. */
  held(): Buffer;
}

/** How many bytes of one tag or comment are held back at most while its end has not arrived. */
const maxHeldBytes = 65_536;
const nothing = Buffer.alloc(0);

/**
 * Inserts `tag` at the end of the head: frameworks that hydrate the whole document compare the elements of the head one
 * by one, from the first to their last, and none of them looks at what follows. In a page without a head tag it is
 * inserted after doctype and `<html>`; in a page without these, at the end. A page that already has the tag gets no
 * second one.
 *
 * It works on bytes, because HTML's own characters are ASCII in every encoding that pages are sent in.
 */
export function createTagInserter(tag: string): TagInserter {
  const tagBytes = Buffer.from(tag);
  const scan = createScan(/src="[^"]*"/.exec(tag)?.[0] ?? tag);
  let held: Buffer | null = nothing;
  let isNeeded = true;

  const insertAt = (page: Buffer, at: number): Buffer => {
    held = null;
    isNeeded = false;
    return Buffer.concat([page.subarray(0, at), tagBytes, page.subarray(at)]);
  };
  const release = (page: Buffer): Buffer => {
    held = null;
    return page;
  };
  return {
    push(bytes) {
      if (held === null) return bytes;
      const page = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const { read, found } = scan(page.toString('latin1'));
      if (found === 'end of head') return insertAt(page, read);
      if (found === 'tag') isNeeded = false;
      if (found === 'tag') return release(page);
      held = page.subarray(read);
      const ready = page.subarray(0, read);
      if (held.length < maxHeldBytes) return ready;
      return release(page);
    },
    end() {
      if (held === null) return isNeeded ? tagBytes : nothing;
      // What is held may begin with the first element of a page without a head.
      return insertAt(held, scan.end(held.toString('latin1')));
    },
    held: () => held ?? nothing,
  };
}

interface Scanned {
  /** How many characters have been read and can be sent; the tag's place where that was found. */
  readonly read: number;
  readonly found: 'end of head' | 'tag' | null;
}

interface Scan {
  (text: string): Scanned;
  /** The offset for the tag in the text that was not read when the page ended. */
  readonly end: (text: string) => number;
}

/** Reads a page token by token, as far as its tokens are whole. `src` is that of the tag. */
function createScan(src: string): Scan {
  /** `page` has a doctype or an `<html>`, `head` a `<head>`; `text` is neither a page nor empty. */
  let place: 'start' | 'page' | 'head' | 'text' = 'start';
  /** The element whose content is not HTML, such as a script. */
  let rawElement: string | null = null;

  const readRaw = (text: string, name: string, from: number): number | null => {
    const end = new RegExp(`</${name}(?=[\\s/>])`, 'i').exec(text.slice(from));
    if (end === null) return null;
    rawElement = null;
    return from + end.index;
  };
  /** What the token is for the place of the tag; a token at which the place is found is not read. */
  const take = (token: string): Scanned['found'] | 'next' => {
    const name = /^<([a-z][^\s/>]*)/i.exec(token)?.[1]?.toLowerCase() ?? null;
    if (name === 'script' && token.includes(src)) return 'tag';
    if (place === 'head') {
      if (/^<\/head[\s>]/i.test(token) || (name !== null && !headElements.has(name))) return 'end of head';
      rawElement = name !== null && rawElements.has(name) ? name : null;
      return 'next';
    }
    if (/^(?:\s+|<!--[^]*)$/.test(token) || token === byteOrderMark) return 'next';
    if (/^<!doctype/i.test(token) || name === 'html') place = 'page';
    else if (name === 'head') place = 'head';
    else if (place === 'page') return 'end of head';
    else place = 'text';
    return 'next';
  };
  const scan = (text: string): Scanned => {
    let at = 0;
    for (;;) {
      // Without a doctype there is no place before the end.
      if (place === 'text') return { read: text.length, found: null };
      if (rawElement !== null) {
        const end = readRaw(text, rawElement, at);
        // The end tag may have begun to arrive.
        if (end === null) return { read: Math.max(at, text.length - longestEndTag), found: null };
        at = end;
      }
      const token = tokenAt(text, at);
      if (token === null) return { read: at, found: null };
      const found = take(token);
      if (found !== 'next') return { read: at, found };
      at += token.length;
    }
  };
  const end = (text: string) => (place === 'page' ? 0 : text.length);
  return Object.assign(scan, { end });
}

const insideTag = `(?:"[^"]*"|'[^']*'|[^'">])*`;
// The three bytes of a byte order mark, read as latin1.
const byteOrderMark = 'ï»¿';
const tokens = new RegExp(
  `${byteOrderMark}|\\s+|<!--[^]*?-->|</?[a-z!?]${insideTag}>|<(?![a-z!?/])|</(?![a-z])|[^<\\s]+`,
  'iy',
);
const rawElements = new Set(['script', 'style', 'title', 'noscript', 'template']);
const longestEndTag = '</noscript>'.length;
/** Any other element ends a head whose end tag is left out. */
const headElements = new Set([...rawElements, 'html', 'head', 'meta', 'link', 'base']);

/** The whole token at an offset; `null` where its end has not arrived. */
function tokenAt(text: string, at: number): string | null {
  tokens.lastIndex = at;
  const token = tokens.exec(text)?.[0] ?? null;
  if (token === null) return null;
  const isLast = at + token.length === text.length;
  // What could go on, and the first bytes of a byte order mark or a comment.
  if (isLast && (byteOrderMark.startsWith(token) || /^<\/?$/.test(token))) return null;
  if (token.startsWith('<!--') && !token.endsWith('-->')) return null;
  return token;
}
