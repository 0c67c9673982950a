import { describe, expect, it } from 'vitest';

import { describeRule, findRulePlaces } from './style-rules.ts';

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
    expect(findRulePlaces(sheet)(selector)?.line ?? null).toBe(line);
  });

  it.each<[string, number | null]>([
    ['.card', 2],
    ['.card:hover', 4],
    ['.card-title', 6],
    ['.card h2, .card h3', 7],
    ['.card > .a .b', 9],
    ['.dark .card', 12],
    ['.card::before', 13],
    [':is(.card):hover', 4],
    [':is(:is(.card) > .a) .b', 9],
    ['.wide .x', 18],
    // A mixin and an animation have no rules of the page.
    ['.mixed', null],
    ['from', null],
    ['&:hover', null],
  ])('that is nested comes to %s in line %s', (selector, line) => {
    const nested = `// .card { }
.card {
  color: red; // .card { }
  &:hover { color: "}"; }
  $size: 1px;
  &-title { width: calc(#{$size} + 1px) }
  h2, h3 { margin: 0 }
  @media print {
    > .a { .b { color: black } }
  }
  background: url(http://x.test/a.png);
  .dark & { color: white }
  &:before { content: '{' }
  font: { family: serif }
}
@mixin m { .mixed { top: 0 } }
@keyframes k { from { top: 0 } }
.wide { @include m { .x { top: 0 } } }
`;
    expect(findRulePlaces(nested)(selector)?.line ?? null).toBe(line);
  });

  it('is not found in the markup and the script of a component', () => {
    const component = '<b on:click={() => { a() }}>.a { }</b>\n<style>\n.a { top: 0 }\n</style>\n<p>{.b}</p>';
    expect(findRulePlaces(component)('.a')?.line ?? null).toBe(3);
    expect(findRulePlaces(component)('.b')).toBeNull();
  });

  it('is found in reasonable time where each level has many selectors', () => {
    const list = Array.from({ length: 30 }, (_, at) => `.a${at}`).join();
    const deep = `${`${list} {`.repeat(40)}${'}'.repeat(40)}`;
    expect(findRulePlaces(`${deep}\n.b { top: 0 }`)('.b')?.line ?? null).toBe(2);
  });

  it('is found in a component with markup', () => {
    expect(
      findRulePlaces('<b class="a">x</b>\n<style scoped>\n.a { color: red }\n</style>\n')('.a')?.line ?? null,
    ).toBe(3);
  });
});

it('a rule begins in its column', () => {
  expect(findRulePlaces('.a{top:0}.b{top:0}')('.b')).toEqual({ line: 1, column: 10 });
});

it('a rule is one line, with where it is and whether it applies', () => {
  const rule = { selector: '.a:hover', declarations: ['color: red', 'top: 0'] };
  expect(describeRule(rule, null)).toBe('.a:hover { color: red; top: 0 }');
  expect(describeRule({ ...rule, condition: '@media print', file: 'a.css', inactive: true }, 3)).toBe(
    '@media print { .a:hover { color: red; top: 0 } } (a.css:3, does not apply now)',
  );
  expect(describeRule({ ...rule, file: 'a.scss', line: 7 }, null)).toContain('(a.scss:7)');
});
