import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import { cardCss } from './card.css.ts';
import { changesCss } from './changes.css.ts';
import { readingCss } from './reading.css.ts';
import { sheetCss } from './sheet.css.ts';
import { shellCss } from './shell.css.ts';
import { toolbarCss } from './toolbar.css.ts';
import { wordDiffCss } from './word-diff.css.ts';

/** Adopted style sheets work under every content security policy. */
export function adoptViewStyles(): void {
  const sheet = new CSSStyleSheet();
  const parts = [shellCss, toolbarCss, cardCss, sheetCss, readingCss, wordDiffCss, changesCss];
  sheet.replaceSync(parts.join(''));
  document.adoptedStyleSheets.push(createStyleSheet(), createPanelStyleSheet(), sheet);
}
