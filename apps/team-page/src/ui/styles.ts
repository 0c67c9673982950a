import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import pageCss from './page.css?inline';

/** For `adoptedStyleSheets`, because the policy of the page allows no other styles than those of its HTML. */
export function createPageStyles(): CSSStyleSheet[] {
  const own = new CSSStyleSheet();
  own.replaceSync(pageCss);
  return [createStyleSheet(), createPanelStyleSheet(), own];
}
