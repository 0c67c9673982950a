import { expect, it } from 'vitest';

import { createSharedMask } from './shared-text.ts';

const mask = createSharedMask(['correct horse battery staple']);

it.each([
  ['the whole text', 'You wrote: correct horse battery staple.', 'You wrote: [redacted].'],
  ['its beginning, where it was shortened', 'correct horse bat…', '[redacted]…'],
  ['its end', 'rse battery staple', '[redacted]'],
  ['both parts around a change', 'correct horse! battery staple', '[redacted]![redacted]'],
  ['it in an address', '/api?say=correct%20horse%20battery', '/api?say=[redacted]'],
  ['it in a form', 'q=correct+horse+battery+staple&x=1', 'q=[redacted]&x=1'],
  ['it twice', 'correct horse battery staple, correct horse battery staple', '[redacted], [redacted]'],
  ['no words of it alone', 'A horse is correct, and staples are no batteries', null],
  ['nothing else', 'heading "Order" level=1', null],
])('masks %s', (_, text, masked) => {
  expect(mask(text)).toBe(masked ?? text);
});

it('masks a text of several lines as a page shows it', () => {
  expect(createSharedMask(['first line\n  second line'])('- first line second line')).toBe('- [redacted]');
});

it('leaves everything as it is when what is hidden is too short', () => {
  expect(createSharedMask(['horse', ''])('a horse')).toBe('a horse');
});
