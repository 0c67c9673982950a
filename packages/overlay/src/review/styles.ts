import { highlightCss } from '../ui/highlight.css.ts';

import { reviewCss } from './review.css.ts';

let sheet: CSSStyleSheet | null = null;

/** Also what outlines need of the panels' styles: those may come later. */
export function adoptReviewStyles(root: Node | undefined): void {
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(highlightCss + reviewCss);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
