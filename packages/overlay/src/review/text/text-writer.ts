/** Assembles a page's rendered text and records which text node each stretch came from. */

/** `text[at, at + length)` equals `node.data[from, from + length)`, except for the kind of white space. */
export interface Stretch {
  readonly node: Text;
  readonly from: number;
  readonly at: number;
  length: number;
}

export interface TextWriter {
  /** Adds text whose white space collapses. */
  readonly addCollapsed: (node: Text) => void;
  /** Adds text whose white space is preserved. */
  readonly addPreserved: (node: Text) => void;
  /** Ends a line or a cell. Several ends in a row count as one, and the end of a line takes precedence. */
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
    const isContinued =
      last?.node === node && last.from + last.length === from && last.at + last.length === length;
    if (isContinued) last.length += text.length;
    else stretches.push({ node, from, at: length, length: text.length });
    put(text);
  };
  /** Writes the white space or break that was held back until more text followed. */
  const writePending = () => {
    if (length > 0 && mark !== '') put(mark);
    else if (length > 0 && space !== null) add(space.node, space.from, ' ');
    mark = '';
    space = null;
  };

  return {
    addCollapsed(node) {
      const flat = node.data.replace(/[\t\n\r\f]/g, ' ');
      let at = 0;
      for (const { 0: piece, index } of flat.matchAll(/[^ ]+(?: [^ ]+)*/g)) {
        if (index > at) space ??= { node, from: at };
        writePending();
        add(node, index, piece);
        at = index + piece.length;
      }
      if (at < flat.length) space ??= { node, from: at };
    },
    addPreserved(node) {
      if (node.data === '') return;
      writePending();
      add(node, 0, node.data);
    },
    breakWith(wanted) {
      if (mark !== '\n') mark = wanted;
      space = null;
    },
    end: () => ({ text: pieces.join(''), stretches }),
  };
}
