/** Starts and stops the parts of the inline review: comments on text, Alt+click and the tip for first use. */
import type { ModeDeps } from '../modes/mode-deps.ts';
import highlightCss from '../ui/highlight.css?inline';

import { pointWithAlt } from './point-with-alt.tsx';
import reviewCss from './review.css?inline';
import { showFirstUse } from './show-first-use.tsx';
import { followTexts } from './text/follow-texts.ts';

const starters = [pointWithAlt, showFirstUse, followTexts] as const;

export function startReview(deps: ModeDeps): () => void {
  adoptReviewStyles(deps.root);
  const stops = starters.map((start) => start(deps));
  return () => {
    for (const stop of stops.reverse()) stop();
  };
}

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
