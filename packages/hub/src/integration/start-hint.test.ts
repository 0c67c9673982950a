import { expect, it } from 'vitest';

import { startHint } from './start-hint.ts';

it.each([
  [undefined, 'press Alt+Shift+A in the page (Option+Shift+A on macOS)'],
  ['Alt+Shift+KeyA', 'press Alt+Shift+A in the page (Option+Shift+A on macOS)'],
  ['Ctrl+Digit1', 'press Ctrl+1 in the page'],
  ['Ctrl+Backquote', 'press Ctrl+Backquote in the page'],
  [null, 'use the button in the page'],
])('describes the keys of %s by the letters on them', (keys, text) => {
  expect(startHint(keys)).toBe(text);
});
