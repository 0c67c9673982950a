import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import { cardCss } from './card.css.ts';
import { sheetCss } from './sheet.css.ts';
import { shellCss } from './shell.css.ts';
import { toolbarCss } from './toolbar.css.ts';

/** Adopted and not written into the page, which works under every policy. */
export function adoptViewStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([shellCss, toolbarCss, cardCss, sheetCss].join(''));
  document.adoptedStyleSheets.push(createStyleSheet(), createPanelStyleSheet(), sheet);
}
