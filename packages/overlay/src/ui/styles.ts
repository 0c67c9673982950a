import baseCss from './base.css?inline';
import launcherCss from './launcher.css?inline';
import { tokens } from './tokens.ts';

const cssText = [tokens, baseCss, launcherCss].join('');

/**
 * For `adoptedStyleSheets`, because the policy of a page may forbid inline styles. All components except the launcher
 * need `createPanelStyleSheet` after it.
 */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
