/** Marks the frame in which a picture is drawn, which is on the page for a moment. */
export const pictureFrame = 'data-annotate-picture';

/** The overlay has put it on the page: it is nothing of the app. */
export function isOwnNode(node: Node): boolean {
  if (node.nodeName.toLowerCase() === 'nga-overlay') return true;
  return node.nodeName === 'IFRAME' && (node as Element).hasAttribute(pictureFrame);
}
