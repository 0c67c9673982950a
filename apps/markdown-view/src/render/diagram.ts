/**
 * A diagram as a picture: an image runs no script, loads nothing and has styles that end at its edge, whatever the
 * source of the diagram says.
 */
export function diagramPicture(svg: string, words: string): HTMLImageElement {
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (root === null) throw new Error('The diagram came out empty.');
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const picture = document.createElement('img');
  if (width > 0 && height > 0) {
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    picture.width = Math.ceil(width);
    picture.height = Math.ceil(height);
    // On a narrow screen it is scrolled rather than shrunk until nobody can read it.
    picture.style.minInlineSize = `min(${Math.ceil(width)}px, 520px)`;
  }
  // The source came through an HTML parser, which is content with less than an image is.
  const xml = new XMLSerializer().serializeToString(root);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`;
  picture.alt = words;
  return picture;
}
