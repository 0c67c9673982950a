/** Inserts a script tag into a page that arrives in chunks. */

export interface TagInserter {
  /** Returns the part of the page that can be sent now. */
  push(bytes: Buffer): Buffer;
  /** Returns the rest of the page. */
  end(): Buffer;
}

/** How many bytes are held back at most while the start of the head has not arrived. */
const maxHeldBytes = 65_536;
const nothing = Buffer.alloc(0);

/**
 * Inserts `tag` at the start of the head. In a page without a head tag it is inserted after doctype and `<html>`, which
 * has the same effect; in a page without these, at the end. A page that already has the tag gets no second one.
 *
 * It works on bytes, because HTML's own characters are ASCII in every encoding that pages are sent in.
 */
export function createTagInserter(tag: string): TagInserter {
  const tagBytes = Buffer.from(tag);
  const src = /src="[^"]*"/.exec(tag)?.[0] ?? tag;
  let held: Buffer | null = nothing;
  let isInserted = false;

  const release = (page: Buffer, at: number | null): Buffer => {
    held = null;
    if (isInserted || at === null) return page;
    isInserted = true;
    return Buffer.concat([page.subarray(0, at), tagBytes, page.subarray(at)]);
  };
  return {
    push(bytes) {
      if (held === null) return bytes;
      held = Buffer.concat([held, bytes]);
      const text = held.toString('latin1');
      const { at, isKnown } = findInsertOffset(text);
      if (!isKnown && held.length < maxHeldBytes) return nothing;
      isInserted = text.includes(src);
      return release(held, at);
    },
    end() {
      const rest = held === null ? nothing : release(held, findInsertOffset(held.toString('latin1')).at);
      return isInserted ? rest : Buffer.concat([rest, tagBytes]);
    },
  };
}

const insideTag = `(?:"[^"]*"|'[^']*'|[^'">])*`;
// The three bytes of a byte order mark, read as latin1.
const byteOrderMark = 'ï»¿';
const prolog = new RegExp(
  `^(?:${byteOrderMark})?(?:\\s|<!--[^]*?-->|<!doctype${insideTag}>|<html(?:\\s${insideTag})?>)*`,
  'i',
);
const headTag = new RegExp(`^<head(?:\\s${insideTag})?>`, 'i');
const wholeTag = new RegExp(`^<${insideTag}>`);

/** The offset for the tag, `null` for the end of the page; `isKnown` when no later byte can change it. */
function findInsertOffset(page: string): { at: number | null; isKnown: boolean } {
  const before = prolog.exec(page)?.[0] ?? '';
  const rest = page.slice(before.length);
  const head = headTag.exec(rest);
  if (head !== null) return { at: before.length + head[0].length, isKnown: true };
  const isPage = /<!doctype|<html/i.test(before);
  const isInTag = rest.startsWith('<') && (rest.startsWith('<!--') || !wholeTag.test(rest));
  const isCut = rest === '' || isInTag || byteOrderMark.startsWith(page);
  return { at: isPage ? before.length : null, isKnown: !isCut };
}
