import { expect, it } from 'vitest';

import { announcement, invitation } from './announce.ts';

it.each([
  ['Alt+Shift+KeyA', 'press Alt+Shift+A in the page (Option+Shift+A on macOS)'],
  ['Ctrl+Digit1', 'press Ctrl+1 in the page'],
  ['Ctrl+Backquote', 'press Ctrl+Backquote in the page'],
  [null, 'use the button in the page'],
])('names the keys of %s as people do', (keys, text) => {
  expect(invitation(keys)).toBe(text);
});

it.each([
  [
    'http://192.168.1.5:5173/app/',
    'from other machines open http://192.168.1.5:5173/app/__annotate?apiKey=abc',
  ],
  [undefined, 'other machines cannot reach this server; start it with --host'],
])('says how other machines come in by %s', (url, text) => {
  const urls = url === undefined ? [] : [url];
  expect(announcement({ network: true, token: 'abc' }, urls)).toEqual([
    expect.stringContaining('press'),
    text,
  ]);
  expect(announcement({ token: 'abc' }, urls)).toHaveLength(1);
});
