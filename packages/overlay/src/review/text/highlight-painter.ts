/** Uses the CSS Custom Highlight API: ranges and a style sheet, no elements. */
import { fixed } from '../../ui/tokens.ts';
import type { PageWindow } from '../../window/frames.ts';

import type { Painter } from './painter.ts';
import { textStyles, type TextSign, textSigns, tint } from './text-colors.ts';

const emphasised = 'nga-marked';
const nameOf = (sign: TextSign) => `nga-${sign}`;

export function createHighlightPainter(pageWindow: PageWindow): Painter {
  const { document, CSS } = pageWindow;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync(css);
  let shown: readonly (readonly [TextSign, Range])[] = [];

  const adopt = () => {
    // An app that assigns its own list of style sheets removes this one.
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  };
  const highlight = (name: string, priority: number) => {
    const known = CSS.highlights.get(name);
    if (known !== undefined) return known;
    const made = new pageWindow.Highlight();
    made.priority = priority;
    CSS.highlights.set(name, made);
    return made;
  };

  return {
    show(list) {
      if (list.length > 0) adopt();
      const next = list.flatMap(({ sign, ranges }) => ranges.map((range) => [sign, range] as const));
      const kept = new Map(next.map(([sign, range]) => [range, sign]));
      for (const [sign, range] of shown) {
        if (kept.get(range) !== sign) CSS.highlights.get(nameOf(sign))?.delete(range);
      }
      for (const [sign, range] of next) highlight(nameOf(sign), 0).add(range);
      shown = next;
    },
    emphasise(ranges) {
      if (ranges.length > 0) adopt();
      const emphasis = highlight(emphasised, 1);
      emphasis.clear();
      for (const range of ranges) emphasis.add(range);
    },
    close() {
      for (const name of [emphasised, ...textSigns.map(nameOf)]) CSS.highlights.delete(name);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

function rules(strength: 'light' | 'dark'): string {
  return textSigns
    .map((sign) => {
      const { color, line, isAboveToo } = textStyles[sign];
      return `::highlight(${nameOf(sign)}){background-color:${tint(color, strength)};text-decoration:${line} underline${isAboveToo === true ? ' overline' : ''} 1.5px ${color};text-underline-offset:3px}`;
    })
    .join('');
}

const css = `${rules('light')}
@media (prefers-color-scheme:dark){${rules('dark')}}
::highlight(${emphasised}){background-color:${tint(fixed.accent, 'strong')}}
@media (forced-colors:active){${[emphasised, ...textSigns.map(nameOf)]
  .map((name) => `::highlight(${name}){background-color:Mark;color:MarkText}`)
  .join('')}}`;
