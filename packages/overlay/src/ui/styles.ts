import { badgeCss } from './badge.css.ts';
import { base } from './base.css.ts';
import { buttonCss } from './button.css.ts';
import { chipCss } from './chip.css.ts';
import { composerCss } from './composer.css.ts';
import { fieldCss } from './field.css.ts';
import { highlightCss } from './highlight.css.ts';
import { launcherCss } from './launcher.css.ts';
import { tokens } from './tokens.css.ts';

const cssText = [
  tokens,
  base,
  buttonCss,
  fieldCss,
  chipCss,
  composerCss,
  badgeCss,
  highlightCss,
  launcherCss,
].join('');

/**
 * For `adoptedStyleSheets`: the only way to style a page whose policy forbids inline styles. Thread, list and settings
 * need `createPanelStyleSheet` after it.
 */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
