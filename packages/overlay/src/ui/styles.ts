import { base } from './base.css.ts';
import { launcherCss } from './launcher.css.ts';
import { tokens } from './tokens.css.ts';

const cssText = [tokens, base, launcherCss].join('');

/**
 * For `adoptedStyleSheets`, because the policy of a page may forbid inline styles. All components except the launcher
 * need `createPanelStyleSheet` after it.
 */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
