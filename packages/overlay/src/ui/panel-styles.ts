import { listPanelCss } from './list-panel.css.ts';
import { markdownCss } from './markdown.css.ts';
import { settingsCss } from './settings.css.ts';
import { threadCss } from './thread.css.ts';

/** What thread, list and settings need on top of `createStyleSheet`. Loaded with them. */
export function createPanelStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(listPanelCss + threadCss + markdownCss + settingsCss);
  return sheet;
}
