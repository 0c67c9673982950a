import { describe, expect, it } from 'vitest';

import { personColors as colorCount } from '@annotate-mcp/core';

import { personColors } from './panel-styles.ts';
import { dark, fixed, light, tokens } from './tokens.ts';

const statuses = ['pending', 'acknowledged', 'resolved', 'dismissed'] as const;

for (const [name, theme] of Object.entries({ light, dark })) {
  describe(`in ${name}`, () => {
    const texts = [
      'text',
      'muted',
      'link',
      'lost-text',
      ...statuses.map((s) => `${s}-text` as const),
    ] as const;
    for (const text of texts)
      for (const ground of ['surface', 'raised', 'hover'] as const)
        it(`${text} can be read on ${ground}`, () => {
          expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
        });

    for (const status of [...statuses, 'lost'] as const)
      it(`${status} can be read on its own tint`, () => {
        const tint = mix(fixed[status], theme.surface, 0.12);
        expect(contrast(theme[`${status}-text`], tint)).toBeGreaterThanOrEqual(4.5);
      });

    it('edges of fields and the focus ring can be seen', () => {
      expect(contrast(theme['line-strong'], theme.surface)).toBeGreaterThanOrEqual(3);
      expect(contrast(fixed.accent, theme.surface)).toBeGreaterThanOrEqual(3);
    });
  });
}

it('words on the primary button can be read, pressed or not', () => {
  expect(contrast(fixed['on-accent'], fixed['accent-strong'])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(fixed['on-accent'], fixed['accent-press'])).toBeGreaterThanOrEqual(4.5);
});

for (const status of statuses)
  it(`the glyph on a ${status} badge can be seen`, () => {
    expect(contrast(fixed[`on-${status}`], fixed[status])).toBeGreaterThanOrEqual(3);
  });

for (const color of personColors)
  it(`initials on ${color} can be read`, () => {
    expect(contrast('#ffffff', color)).toBeGreaterThanOrEqual(4.5);
  });

it('every theme has a colour for every number that a person can have', () => {
  expect(personColors).toHaveLength(colorCount);
});

it('declares dark for the system setting and for the forced theme', () => {
  expect(tokens.split(`--nga-surface:${dark.surface}`)).toHaveLength(3);
});

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(a: string, b: string, share: number): string {
  const other = channels(b);
  return `#${channels(a)
    .map((value, at) => Math.round(value * share + (other[at] ?? 0) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
