import { sentStatuses } from '@annotate-mcp/core';

import badgeCss from './badge.css?inline';
import barCss from './bar.css?inline';
import buttonCss from './button.css?inline';
import chipCss from './chip.css?inline';
import composerCss from './composer.css?inline';
import drawingCss from './drawing.css?inline';
import fieldCss from './field.css?inline';
import forcedColorsCss from './forced-colors.css?inline';
import highlightCss from './highlight.css?inline';
import listPanelCss from './list-panel.css?inline';
import markdownCss from './markdown.css?inline';
import panelCss from './panel.css?inline';
import partsCss from './parts.css?inline';
import peopleCss from './people.css?inline';
import proofCss from './proof/proof.css?inline';
import settingsCss from './settings.css?inline';
import threadCss from './thread.css?inline';
import tryCss from './try.css?inline';
import workCss from './work.css?inline';

/**
 * Behind the initials of a person, which are white, in light and dark. As many as `personColors` of core, and a pair that
 * passes AA, which tokens.test.ts checks.
 */
export const personColors = [
  '#1d4ed8',
  '#b45309',
  '#047857',
  '#be123c',
  '#7e22ce',
  '#0e7490',
  '#4d7c0f',
  '#a21caf',
] as const;

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
      ...sentStatuses.map((status) => rulesOfSign(status)),
      rulesOfSign('removed', 'dismissed'),
      rulesOfSign('missing', 'acknowledged'),
      rulesOfSign('broken', 'lost', '#fff'),
      highlightCss,
      listPanelCss,
      threadCss,
      markdownCss,
      settingsCss,
      peopleCss,
      ...personColors.map((color, at) => `.nga-mark--${at}{background:${color}}`),
      workCss,
      proofCss,
      tryCss,
      drawingCss,
      forcedColorsCss,
    ].join(''),
  );
  return sheet;
}

function rulesOfSign(sign: string, status = sign, on = `var(--nga-on-${status})`): string {
  const color = `var(--nga-${status})`;
  return `.nga-badge--${sign},.nga-glyph--${sign}{--nga-sign:${color};background:${color};color:${on}}
.nga-status--${sign}{background:color-mix(in srgb,${color} 12%,var(--nga-surface));color:var(--nga-${status}-text)}`;
}
