import type { View } from '../window/frames.ts';

/** Shows a crosshair all over a document. A sheet of its own: no element of the app is touched. */
export function showCrosshair(view: View): () => void {
  const { document } = view;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync('html, html *:not(nga-overlay) { cursor: crosshair !important }');
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
