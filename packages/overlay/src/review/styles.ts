import highlightCss from '../ui/highlight.css?inline';

import reviewCss from './review.css?inline';

let sheet: CSSStyleSheet | null = null;

/** Includes the styles of outlines, because the panels' style sheet may be loaded later. */
export function adoptReviewStyles(root: Node | undefined): void {
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(highlightCss + reviewCss);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
