import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import cardCss from './card.css?inline';
import outlineCss from './outline.css?inline';
import suggestionCss from './suggestion.css?inline';
import toolbarCss from './toolbar.css?inline';
import viewCss from './view.css?inline';

/**
 * The look of the view around the document. The parts that it shares with the overlay have their styles from there. Adopted
 * style sheets work under every content security policy.
 */
export function adoptViewStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([viewCss, toolbarCss, cardCss, outlineCss, suggestionCss].join(''));
  document.adoptedStyleSheets.push(createStyleSheet(), createPanelStyleSheet(), sheet);
}
