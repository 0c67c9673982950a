/** How a text is drawn for each status. Colour is never the only sign: each has a line of its own below it. */
import { type Status, statuses } from '@annotate-mcp/core';

import { fixed } from '../../ui/tokens.ts';

/** A status, or that what the agent did is not in its file any more. */
export type TextSign = Status | 'changed';

export const textSigns: readonly TextSign[] = [...statuses, 'changed'];

interface TextStyle {
  readonly color: string;
  readonly line: 'solid' | 'dashed' | 'dotted' | 'double' | 'wavy';
  /** The line is above the text as well: there are fewer kinds of lines than signs. */
  readonly isAboveToo?: true;
}

export const textStyles: Readonly<Record<TextSign, TextStyle>> = {
  draft: { color: '#71717a', line: 'dashed' },
  pending: { color: fixed.pending, line: 'solid' },
  acknowledged: { color: fixed.acknowledged, line: 'double' },
  resolved: { color: fixed.resolved, line: 'dotted' },
  dismissed: { color: fixed.dismissed, line: 'wavy' },
  changed: { color: fixed.lost, line: 'dashed', isAboveToo: true },
};

/** On a light page; dark ones need more of it to be seen. Text on either stays readable. */
export function tint(color: string, strength: 'light' | 'dark' | 'strong'): string {
  const share = { light: 22, dark: 36, strong: 45 }[strength];
  return `color-mix(in srgb,${color} ${share}%,transparent)`;
}
