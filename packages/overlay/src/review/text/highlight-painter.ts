/** Uses the CSS Custom Highlight API: ranges and a style sheet, no elements. */
import { type Status, statuses } from '@annotate-mcp/core';

import { fixed } from '../../ui/tokens.css.ts';
import type { PageWindow } from '../../window/frames.ts';

import type { Painter } from './painter.ts';
import { looks, tint } from './text-colors.ts';

const emphasised = 'nga-marked';
const nameOf = (status: Status) => `nga-${status}`;

export function createHighlightPainter(pageWindow: PageWindow): Painter {
  const { document, CSS } = pageWindow;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync(css);
  let shown: readonly (readonly [Status, Range])[] = [];

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
      const next = list.flatMap(({ status, ranges }) => ranges.map((range) => [status, range] as const));
      const kept = new Map(next.map(([status, range]) => [range, status]));
      for (const [status, range] of shown) {
        if (kept.get(range) !== status) CSS.highlights.get(nameOf(status))?.delete(range);
      }
      for (const [status, range] of next) highlight(nameOf(status), 0).add(range);
      shown = next;
    },
    emphasise(ranges) {
      if (ranges.length > 0) adopt();
      const emphasis = highlight(emphasised, 1);
      emphasis.clear();
      for (const range of ranges) emphasis.add(range);
    },
    close() {
      for (const name of [emphasised, ...statuses.map(nameOf)]) CSS.highlights.delete(name);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

function rules(strength: 'light' | 'dark'): string {
  return statuses
    .map((status) => {
      const { color, line } = looks[status];
      return `::highlight(${nameOf(status)}){background-color:${tint(color, strength)};text-decoration:${line} underline 1.5px ${color};text-underline-offset:3px}`;
    })
    .join('');
}

const css = `${rules('light')}
@media (prefers-color-scheme:dark){${rules('dark')}}
::highlight(${emphasised}){background-color:${tint(fixed.accent, 'strong')}}
@media (forced-colors:active){${[emphasised, ...statuses.map(nameOf)]
  .map((name) => `::highlight(${name}){background-color:Mark;color:MarkText}`)
  .join('')}}`;
