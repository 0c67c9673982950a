import { beforeAll, expect, it } from 'vitest';

import { isSameText, isSameValue } from './same-value.ts';

beforeAll(() => {
  Reflect.set(globalThis, 'document', { documentElement: { lang: 'de' } });
});

it.each([
  ['Rome', 'Rome'],
  ['two  words', 'two words'],
  ['5551234567', '(555) 123-4567'],
  ['5551234567', '+1 (555) 123-4567'],
  ['4111111111111111', '4111 1111 1111 1111'],
  ['555-123-4567', '(555) 123-4567'],
  ['ab12cd', 'AB12-CD'],
  ['1250', '$1,250.00'],
  ['1250', '1.250'],
  ['12500.5', '12 500,5 €'],
  ['-3', '-3.0'],
  ['007', '7'],
  ['2026-05-12', '05/12/2026'],
  ['2026-05-12', '12.05.2026'],
  ['2026-05-12', 'May 12, 2026'],
  ['2026-05-12', 'Tue, 12 May 2026'],
  ['2026-05-12', '12. Mai 2026'],
  ['05/12/2026', '05/12/2026'],
  ['14:30', '02:30 PM'],
  ['14:30', '14:30:00'],
  ['2026-05-12T14:30', '2026-05-12 14:30'],
  ['#f00', '#FF0000'],
  ['#336699', 'rgb(51, 102, 153)'],
])('%s and %s are the same value', (typed, shown) => {
  expect(isSameValue(typed, shown)).toBe(true);
});

it.each([
  ['2026-05-05', '2026-11-2226-05-05'],
  ['2026-05-05', '2026-07-19'],
  ['2026-05-05', ''],
  ['1500', '15.00'],
  ['1.5', '15'],
  ['-5', '5'],
  ['5', '50'],
  ['05/12/2026', '12/05/2026'],
  ['14:30', '02:30 AM'],
  ['14:30', '14:03'],
  ['2026-05-12 14:30', '2026-05-12'],
  ['Rome', 'Romford'],
  ['a b', 'ab'],
  ['#336699', '#336600'],
  ['12-3', '123'],
])('%s and %s are different values', (typed, shown) => {
  expect(isSameValue(typed, shown)).toBe(false);
});

it('takes formats of an editor for what was typed, and nothing that it added', () => {
  expect(isSameText('# Plan\n\n- one\n- two', 'Plan\none\n\ntwo\n')).toBe(true);
  expect(isSameText('"so"', '“so”')).toBe(true);
  expect(isSameText('if (a) {\n  b();\n}', 'if (a) {\n  b();\n}')).toBe(true);
  expect(isSameText('if (a) {\n  b();\n}', 'if (a) {\n    b();\n  }\n}')).toBe(false);
  expect(isSameText('one two', 'one')).toBe(false);
});
