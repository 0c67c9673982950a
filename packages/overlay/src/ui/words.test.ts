import { expect, it } from 'vitest';

import { ago, shortUrl } from './about.ts';
import { keyLabel, shortPath } from './words.ts';

it('tells time in the largest unit that fits', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const told = ['11:59:40', '11:58:00', '09:00:00'].map((time) => ago(`2026-11-15T${time}Z`, now));
  expect(told).toEqual(['now', '2 min', '3 h']);
  expect(ago('2026-11-12T12:00:00Z', now)).toBe('3 d');
  expect(ago('2026-01-12T12:00:00Z', now)).toBe('2026-01-12');
});

it('does not tell of the future when clocks disagree', () => {
  expect(ago('2026-11-15T12:05:00Z', Date.parse('2026-11-15T12:00:00Z'))).toBe('now');
});

it('names keys as they stand on the keyboard', () => {
  expect(keyLabel('Alt+Shift+KeyA', false)).toBe('Alt+Shift+A');
  expect(keyLabel('Alt+Shift+Digit1', true)).toBe('⌥⇧1');
});

it('shortens paths and addresses to what tells them apart', () => {
  expect(shortPath('src/app/card.html:12')).toBe('card.html:12');
  expect(shortUrl('http://localhost:4200/cart?x=1')).toBe('/cart?x=1');
  expect(shortUrl('http://localhost:4200')).toBe('/');
  expect(shortUrl('docs/plan.md')).toBe('docs/plan.md');
});
