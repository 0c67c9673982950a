import { base } from './base.css.ts';
import { buttonCss } from './button.css.ts';
import { launcherCss } from './launcher.css.ts';
import { tokens } from './tokens.css.ts';

const cssText = [tokens, base, buttonCss, launcherCss].join('');

/**
 * For `adoptedStyleSheets`: the only way to style a page whose policy forbids inline styles. All but
 * the launcher needs `createPanelStyleSheet` after it.
 */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
