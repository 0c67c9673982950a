/** How a text is drawn for each status. Colour is never the only sign: each has a line of its own below it. */
import type { Status } from '@annotate-mcp/core';

import { fixed } from '../../ui/tokens.css.ts';

export interface Look {
  readonly color: string;
  readonly line: 'solid' | 'dashed' | 'dotted' | 'double' | 'wavy';
}

export const looks: Readonly<Record<Status, Look>> = {
  draft: { color: '#71717a', line: 'dashed' },
  pending: { color: fixed.pending, line: 'solid' },
  acknowledged: { color: fixed.acknowledged, line: 'double' },
  resolved: { color: fixed.resolved, line: 'dotted' },
  dismissed: { color: fixed.dismissed, line: 'wavy' },
};

/** On a light page; dark ones need more of it to be seen. Text on either stays readable. */
export function tint(color: string, strength: 'light' | 'dark' | 'strong'): string {
  const share = { light: 22, dark: 36, strong: 45 }[strength];
  return `color-mix(in srgb,${color} ${share}%,transparent)`;
}
