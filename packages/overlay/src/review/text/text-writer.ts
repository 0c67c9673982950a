/** Puts a page's text together as it is rendered, and remembers where each stretch of it came from. */

/** `text[at, at + length)` is `node.data[from, from + length)`, but for the kind of a white space. */
export interface Stretch {
  readonly node: Text;
  readonly from: number;
  readonly at: number;
  length: number;
}

export interface TextWriter {
  /** White space collapses, as it does unless a style keeps it. */
  readonly flowing: (node: Text) => void;
  /** As it is written. */
  readonly kept: (node: Text) => void;
  /** A line or a cell ends here; several in a row are one, and the line's end is the stronger. */
  readonly breakWith: (mark: '\n' | '\t') => void;
  readonly end: () => { readonly text: string; readonly stretches: readonly Stretch[] };
}

export function createTextWriter(): TextWriter {
  const pieces: string[] = [];
  const stretches: Stretch[] = [];
  let length = 0;
  let mark: '' | '\n' | '\t' = '';
  let space: { readonly node: Text; readonly from: number } | null = null;

  const put = (text: string) => {
    pieces.push(text);
    length += text.length;
  };
  const add = (node: Text, from: number, text: string) => {
    const last = stretches.at(-1);
    const goesOn =
      last?.node === node && last.from + last.length === from && last.at + last.length === length;
    if (goesOn) last.length += text.length;
    else stretches.push({ node, from, at: length, length: text.length });
    put(text);
  };
  /** What was held back until it was known that something follows. */
  const settle = () => {
    if (length > 0 && mark !== '') put(mark);
    else if (length > 0 && space !== null) add(space.node, space.from, ' ');
    mark = '';
    space = null;
  };

  return {
    flowing(node) {
      const flat = node.data.replace(/[\t\n\r\f]/g, ' ');
      let at = 0;
      for (const { 0: piece, index } of flat.matchAll(/[^ ]+(?: [^ ]+)*/g)) {
        if (index > at) space ??= { node, from: at };
        settle();
        add(node, index, piece);
        at = index + piece.length;
      }
      if (at < flat.length) space ??= { node, from: at };
    },
    kept(node) {
      if (node.data === '') return;
      settle();
      add(node, 0, node.data);
    },
    breakWith(wanted) {
      if (mark !== '\n') mark = wanted;
      space = null;
    },
    end: () => ({ text: pieces.join(''), stretches }),
  };
}
