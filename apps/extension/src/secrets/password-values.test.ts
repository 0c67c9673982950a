import { expect, it } from 'vitest';

import { createValueMask, maskDeep } from './password-values.ts';

const password = 'hünter"2 &';
const mask = createValueMask([password, 'abc', 'hunter2'], 'anywhere');

it.each([
  ['itself', 'x hunter2 y', 'x [redacted] y'],
  ['several', 'hunter2hunter2', '[redacted][redacted]'],
  ['in JSON', JSON.stringify({ password }), '{"password":"[redacted]"}'],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(password)), String.raw`"\"[redacted]\""`],
  ['in an address', `?p=${encodeURIComponent(password)}`, '?p=[redacted]'],
  ['in base64', `x ${btoa('hunter2')}`, 'x [redacted]'],
  ['reversed', '2retnuh', '[redacted]'],
  ['letter by letter', 'h-u-n-t-e-r-2', '[redacted]'],
  ['as codes', '104,117,110,116,101,114,50', '[redacted]'],
  ['as hex', '68756e74657232', '[redacted]'],
  ['a short one as a value', 'x="abc" abcd', 'x="[redacted]" abcd'],
])('masks a password anywhere: %s', (_, text, shown) => {
  expect(mask(text)).toBe(shown);
});

it('masks texts, names, numbers and lists of characters in a value', () => {
  const digits = createValueMask(['12345678', 'hunter2'], 'anywhere');
  expect(
    maskDeep(
      {
        n: 12345678,
        m: 12,
        list: Array.from('hunter2'),
        codes: Array.from('hunter2').map((c) => c.charCodeAt(0)),
        hunter2: null,
      },
      digits,
    ),
  ).toEqual({ n: '[redacted]', m: 12, list: '[redacted]', codes: '[redacted]', '[redacted]': null });
});

it('leaves the words of a page alone when a password is such a word', () => {
  const gentle = createValueMask(['test'], 'as-value');
  expect(gentle('textbox "A testing test!" [e1] ="test"')).toBe(
    'textbox "A testing test!" [e1] ="[redacted]"',
  );
  expect(gentle('test')).toBe('[redacted]');
  expect(gentle('link "In" [e2] → /in?q=test#test')).toBe('link "In" [e2] → /in?q=[redacted]#[redacted]');
});

it('takes time in proportion to the text', () => {
  const text = 'hunter'.repeat(200_000);
  const began = performance.now();
  expect(mask(text)).toBe(text);
  expect(performance.now() - began).toBeLessThan(30_000);
});
