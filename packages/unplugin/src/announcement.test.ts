import { expect, it } from 'vitest';

import { announcement } from './announcement.ts';

it.each([
  [
    'http://192.168.1.5:5173/app/',
    'on other machines, open http://192.168.1.5:5173/app/__annotate?apiKey=abc',
  ],
  [undefined, 'other machines cannot reach this server: start it with --host'],
])('tells how other machines get access through %s', (url, text) => {
  const urls = url === undefined ? [] : [url];
  expect(announcement({ network: true, token: 'abc' }, urls)).toEqual([
    expect.stringContaining('press'),
    text,
  ]);
  expect(announcement({ token: 'abc' }, urls)).toHaveLength(1);
});
