import { expect, it } from 'vitest';

import { formatAge } from './author-line.tsx';
import { keyLabel } from './key-label.ts';
import { shortUrl } from './target-words.ts';
import { shortPath } from './words.ts';

it('formats an age in the largest unit that fits', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const told = ['11:59:40', '11:58:00', '09:00:00'].map((time) => formatAge(`2026-11-15T${time}Z`, now));
  expect(told).toEqual(['now', '2 min', '3 h']);
  expect(formatAge('2026-11-12T12:00:00Z', now)).toBe('3 d');
  expect(formatAge('2026-01-12T12:00:00Z', now)).toBe('2026-01-12');
});

it('shows "now" for a time in the future, when clocks disagree', () => {
  expect(formatAge('2026-11-15T12:05:00Z', Date.parse('2026-11-15T12:00:00Z'))).toBe('now');
});

it('names keys as they are printed on the keyboard', () => {
  expect(keyLabel('Alt+Shift+KeyA', false)).toBe('Alt+Shift+A');
  expect(keyLabel('Alt+Shift+Digit1', true)).toBe('⌥⇧1');
});

it('shortens paths to the file and addresses to path and query', () => {
  expect(shortPath('src/app/card.html:12')).toBe('card.html:12');
  expect(shortUrl('http://localhost:4200/cart?x=1')).toBe('/cart?x=1');
  expect(shortUrl('http://localhost:4200')).toBe('/');
  expect(shortUrl('docs/plan.md')).toBe('docs/plan.md');
});
