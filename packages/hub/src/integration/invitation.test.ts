import { expect, it } from 'vitest';

import { invitation } from './invitation.ts';

it.each([
  [undefined, 'press Alt+Shift+A in the page (Option+Shift+A on macOS)'],
  ['Alt+Shift+KeyA', 'press Alt+Shift+A in the page (Option+Shift+A on macOS)'],
  ['Ctrl+Digit1', 'press Ctrl+1 in the page'],
  ['Ctrl+Backquote', 'press Ctrl+Backquote in the page'],
  [null, 'use the button in the page'],
])('names the keys of %s as people do', (keys, text) => {
  expect(invitation(keys)).toBe(text);
});
