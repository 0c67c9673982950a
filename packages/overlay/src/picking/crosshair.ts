import type { PageWindow } from '../window/frames.ts';

/** Shows a crosshair in a document. It uses its own style sheet and changes no element of the app. */
export function showCrosshair(pageWindow: PageWindow): () => void {
  const { document } = pageWindow;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync('html, html *:not(nga-overlay) { cursor: crosshair !important }');
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
