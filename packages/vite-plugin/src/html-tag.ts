/** Finds the place of a script tag in a page that arrives in pieces. */

export interface TagInserter {
  /** What can be sent on of the page so far. */
  push(bytes: Buffer): Buffer;
  /** The rest of it. */
  end(): Buffer;
}

/** As much of a page is held back while its head has not come yet. */
const longestWait = 65_536;
const nothing = Buffer.alloc(0);

/**
 * Puts `tag` at the beginning of the head. In a page that writes none it stands behind doctype and `<html>`, which
 * comes to the same; in one without these, at the very end. A page that has it already gets no second one.
 *
 * Works on bytes: in every encoding that pages are sent in, the marks of HTML are those of ASCII.
 */
export function createTagInserter(tag: string): TagInserter {
  const bytesOfTag = Buffer.from(tag);
  const src = /src="[^"]*"/.exec(tag)?.[0] ?? tag;
  let held: Buffer | null = nothing;
  let isIn = false;

  const release = (page: Buffer, at: number | null): Buffer => {
    held = null;
    if (isIn || at === null) return page;
    isIn = true;
    return Buffer.concat([page.subarray(0, at), bytesOfTag, page.subarray(at)]);
  };
  return {
    push(bytes) {
      if (held === null) return bytes;
      held = Buffer.concat([held, bytes]);
      const text = held.toString('latin1');
      const { at, isKnown } = headOf(text);
      if (!isKnown && held.length < longestWait) return nothing;
      isIn = text.includes(src);
      return release(held, at);
    },
    end() {
      const rest = held === null ? nothing : release(held, headOf(held.toString('latin1')).at);
      return isIn ? rest : Buffer.concat([rest, bytesOfTag]);
    },
  };
}

const insideTag = `(?:"[^"]*"|'[^']*'|[^'">])*`;
// As its bytes read one by one.
const byteOrderMark = 'ï»¿';
const prolog = new RegExp(
  `^(?:${byteOrderMark})?(?:\\s|<!--[^]*?-->|<!doctype${insideTag}>|<html(?:\\s${insideTag})?>)*`,
  'i',
);
const headTag = new RegExp(`^<head(?:\\s${insideTag})?>`, 'i');
const wholeTag = new RegExp(`^<${insideTag}>`);

/** Where the tag can stand, `null` for the end of the page; `isKnown` once no later byte can change that. */
function headOf(page: string): { at: number | null; isKnown: boolean } {
  const before = prolog.exec(page)?.[0] ?? '';
  const rest = page.slice(before.length);
  const head = headTag.exec(rest);
  if (head !== null) return { at: before.length + head[0].length, isKnown: true };
  const isPage = /<!doctype|<html/i.test(before);
  const isInTag = rest.startsWith('<') && (rest.startsWith('<!--') || !wholeTag.test(rest));
  const isCut = rest === '' || isInTag || byteOrderMark.startsWith(page);
  return { at: isPage ? before.length : null, isKnown: !isCut };
}
