/**
 * Shows a diagram as an image: whatever its source contains, an image runs no script, loads nothing, and its styles do
 * not apply to the page.
 */
export function diagramPicture(svg: string, words: string): HTMLImageElement {
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (root === null) throw new Error('The diagram is empty.');
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const picture = document.createElement('img');
  if (width > 0 && height > 0) {
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    picture.width = Math.ceil(width);
    picture.height = Math.ceil(height);
    // On a narrow screen it is scrolled instead of being made too small to read.
    picture.style.minInlineSize = `min(${Math.ceil(width)}px, 520px)`;
  }
  // The source came through an HTML parser, which accepts more than the XML parser for images does.
  const xml = new XMLSerializer().serializeToString(root);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`;
  picture.alt = words;
  return picture;
}
