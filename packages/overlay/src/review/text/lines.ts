/** The boxes of a text, line by line. A range that contains whole blocks would report the boxes of the blocks. */
export function linesOf(range: Range): DOMRect[] {
  const { startContainer, endContainer, commonAncestorContainer: root } = range;
  if (startContainer === endContainer) return boxesOf(range);
  const document = root.ownerDocument ?? (root as Document);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const part = document.createRange();
  const lines: DOMRect[] = [];
  walker.currentNode = startContainer;
  for (let node: Node | null = startContainer; node !== null; node = walker.nextNode()) {
    part.selectNodeContents(node);
    if (node === startContainer) part.setStart(node, range.startOffset);
    if (node === endContainer) part.setEnd(node, range.endOffset);
    lines.push(...boxesOf(part));
    if (node === endContainer) break;
  }
  return lines;
}

function boxesOf(range: Range): DOMRect[] {
  return [...range.getClientRects()].filter(({ width }) => width > 0);
}
