import { badgeCss } from './badge.css.ts';
import { barCss } from './bar.css.ts';
import { buttonCss } from './button.css.ts';
import { chipCss } from './chip.css.ts';
import { composerCss } from './composer.css.ts';
import { drawingCss } from './drawing.css.ts';
import { fieldCss } from './field.css.ts';
import { highlightCss } from './highlight.css.ts';
import { listPanelCss } from './list-panel.css.ts';
import { markdownCss } from './markdown.css.ts';
import { forcedColoursCss, panelCss } from './panel.css.ts';
import { partsCss } from './parts.css.ts';
import { peopleCss } from './people.css.ts';
import { proofCss } from './proof/proof.css.ts';
import { settingsCss } from './settings.css.ts';
import { threadCss } from './thread.css.ts';
import { tryCss } from './try.css.ts';
import { workCss } from './work.css.ts';

/** The rules that all components except the launcher need in addition to `createStyleSheet`. Loaded with them. */
export function createPanelStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    [
      partsCss,
      buttonCss,
      panelCss,
      barCss,
      fieldCss,
      chipCss,
      composerCss,
      badgeCss,
      highlightCss,
      listPanelCss,
      threadCss,
      markdownCss,
      settingsCss,
      peopleCss,
      workCss,
      proofCss,
      tryCss,
      drawingCss,
      forcedColoursCss,
    ].join(''),
  );
  return sheet;
}
