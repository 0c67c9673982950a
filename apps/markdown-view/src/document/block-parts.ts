/** The words of rendered blocks, divided into parts that are never one sentence: items, cells, paragraphs. */

/** One paragraph, item or cell. */
export interface Part {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  readonly isCode: boolean;
}

export interface TextPiece {
  readonly node: Text;
  /** In the text of its part. */
  readonly start: number;
}

const boxes = 'p,li,td,th,h1,h2,h3,h4,h5,h6,pre,dt,dd,summary,figcaption,caption,blockquote,section';

export function readParts(elements: readonly Element[]): Part[] {
  const parts: { text: string; pieces: TextPiece[]; isCode: boolean }[] = [];
  let box: Element | null = null;
  for (const element of elements)
    for (const node of textNodesOf(element)) {
      const own: Element = node.parentElement?.closest(boxes) ?? element;
      const isCode = own.matches('pre');
      // White space between two elements is not shown.
      if (node.data.trim() === '' && !isCode && own !== box) continue;
      if (own !== box) parts.push({ text: '', pieces: [], isCode });
      box = own;
      const part = parts.at(-1);
      part?.pieces.push({ node, start: part.text.length });
      if (part !== undefined) part.text += node.data;
    }
  return parts;
}

export function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('\n');
}

/** Without what was added to the text. */
function* textNodesOf(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      return node instanceof Element && node.matches('[data-added]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP;
    },
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text) yield node;
}
