import { describe, expect, it } from 'vitest';

import { describeRule, lineOfRule } from './style-rules.ts';

const sheet = `/* .card { } */
.card,
.tile { color: red }
.card > h2 { margin: 0 }
@media print {
  .card { color: black }
}
.button:hover
{
  color: blue;
}
.list .item { color: green }
.list > .last { color: green }
[data-kind='a'] { top: 0 }
.twice { color: red }
.twice { color: blue }
`;

describe('the line of a rule', () => {
  it.each<[string, number | null]>([
    ['.card, .tile', 2],
    ['.card > h2', 4],
    ['.button:hover', 8],
    ['.list .item', 12],
    ['.list > .last', 13],
    ['[data-kind="a"]', 14],
    ['.card', 6],
    // One of two selectors, the end of one, and one that is there twice, are not certain.
    ['.tile', null],
    ['.item', null],
    ['.last', null],
    ['.twice', null],
    ['.missing', null],
  ])('of %s is %s', (selector, line) => {
    expect(lineOfRule(sheet, selector)).toBe(line);
  });

  it('is found in a component with markup', () => {
    expect(lineOfRule('<b class="a">x</b>\n<style scoped>\n.a { color: red }\n</style>\n', '.a')).toBe(3);
  });
});

it('a rule is one line, with where it is and whether it applies', () => {
  const rule = { selector: '.a:hover', declarations: ['color: red', 'top: 0'] };
  expect(describeRule(rule, null)).toBe('.a:hover { color: red; top: 0 }');
  expect(describeRule({ ...rule, condition: '@media print', file: 'a.css', inactive: true }, 3)).toBe(
    '@media print { .a:hover { color: red; top: 0 } } (a.css:3, does not apply now)',
  );
});
