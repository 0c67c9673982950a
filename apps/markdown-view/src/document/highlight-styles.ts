/** How commented text is drawn. Each status has its own underline, so that colour is not the only sign. */
import { type Status, statuses } from '@annotate-mcp/core';
import { fixed, textStyles } from '@annotate-mcp/overlay/ui';

export const flashName = 'md-flash';
/** Words that were searched, and the one that is shown now. */
export const foundName = 'md-found';
export const foundNowName = 'md-found-now';

export function highlightName(status: Status, active: boolean): string {
  return active ? `md-${status}-active` : `md-${status}`;
}

export const highlightNames = [
  ...statuses.flatMap((status) => [highlightName(status, false), highlightName(status, true)]),
  flashName,
];

const tint = (color: string, share: number) => `color-mix(in srgb,${color} ${share}%,transparent)`;

/** On a dark background the colours are stronger. Text is readable on both. */
const ground = (color: string, light: number, dark: number) =>
  `background-color:light-dark(${tint(color, light)},${tint(color, dark)})`;

function rules(status: Status): string {
  const { color, line } = textStyles[status];
  const underline = `text-decoration:${line} underline 1.5px ${color};text-underline-offset:3px`;
  return `
::highlight(${highlightName(status, false)}){${ground(color, 16, 26)};${underline}}
::highlight(${highlightName(status, true)}){${ground(color, 36, 52)};${underline}}
[data-painted=${status}]{outline:2px ${line === 'wavy' ? 'dotted' : line} ${color};outline-offset:2px}`;
}

export const highlightStyles = `${statuses.map(rules).join('')}
::highlight(${flashName}){${ground(fixed.accent, 45, 60)}}
::highlight(${foundName}){${ground(fixed.acknowledged, 35, 45)}}
::highlight(${foundNowName}){background-color:${fixed.acknowledged};color:#18181b}
@media (forced-colors:active){${[...highlightNames, foundName, foundNowName]
  .map((name) => `::highlight(${name}){background-color:Mark;color:MarkText}`)
  .join('')}}`;
