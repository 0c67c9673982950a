import { describe, expect, it } from 'vitest';

import { compareRecords } from './compare-records.ts';
import { describeChange, describeVerdict } from './describe-proof.ts';
import type { ProofRecord, StyleRule } from './page-layout.ts';
import { node, recordOf } from './testing.ts';

const page = recordOf(
  node('body', {}, [node('button', { target: true, styles: { color: 'red', 'padding-top': '1px' } })]),
);

function rule(
  selector: string,
  declarations: Record<string, string>,
  more: Partial<StyleRule> = {},
): StyleRule {
  return { selector, declarations, applies: false, ...more };
}

function withRules(...rules: StyleRule[]): ProofRecord {
  return { ...page, rules };
}

function lines(before: StyleRule[], after: StyleRule[]): string[] {
  const { verdict, changes, outside } = compareRecords(withRules(...before), withRules(...after));
  return [verdict, describeVerdict({ verdict, changes, outside }), ...changes.map(describeChange)];
}

const green = { background: 'green' };
const blue = { background: 'blue' };

describe('a rule that does not apply now', () => {
  it.each<[string, StyleRule, StyleRule, string, string]>([
    [
      'under the pointer',
      rule('.b:hover', green),
      rule('.b:hover', blue),
      'Changed on hover.',
      '.b:hover: background green → blue',
    ],
    [
      'in focus',
      rule('.b:focus-visible', green),
      rule('.b:focus-visible', blue),
      'Changed on focus.',
      '.b:focus-visible: background green → blue',
    ],
    [
      'in the dark',
      rule('.b', green, {
        condition: '@media (prefers-color-scheme: dark)',
        unmet: '@media (prefers-color-scheme: dark)',
      }),
      rule('.b', blue, {
        condition: '@media (prefers-color-scheme: dark)',
        unmet: '@media (prefers-color-scheme: dark)',
      }),
      'Changed for another colour scheme.',
      '@media (prefers-color-scheme: dark) .b: background green → blue',
    ],
    [
      'in the dark by a class',
      rule('.dark .b', green),
      rule('.dark .b', blue),
      'Changed for another colour scheme.',
      '.dark .b: background green → blue',
    ],
    [
      'in the dark by a function',
      rule('.b', { color: 'light-dark(red, pink)' }, { applies: true }),
      rule('.b', { color: 'light-dark(red, white)' }, { applies: true }),
      'Changed for another colour scheme.',
      '.b: color light-dark(red, pink) → light-dark(red, white)',
    ],
    [
      'in print',
      rule('.b', green, { condition: '@media print', unmet: '@media print' }),
      rule('.b', blue, { condition: '@media print', unmet: '@media print' }),
      'Changed for print.',
      '@media print .b: background green → blue',
    ],
    [
      'at another width',
      rule('.b', green, { condition: '@media (width < 400px)', unmet: '@media (width < 400px)' }),
      rule('.b', blue, { condition: '@media (width < 400px)', unmet: '@media (width < 400px)' }),
      'Changed for another width.',
      '@media (width < 400px) .b: background green → blue',
    ],
    [
      'in an animation',
      rule('@keyframes spin', { 'to rotate': '1turn' }, { applies: true }),
      rule('@keyframes spin', { 'to rotate': '2turn' }, { applies: true }),
      'Changed in how it moves.',
      '@keyframes spin: to rotate 1turn → 2turn',
    ],
    [
      'how long it is animated',
      rule('.b', { animation: '1s spin' }, { applies: true }),
      rule('.b', { animation: '2s spin' }, { applies: true }),
      'Changed in how it moves.',
      '.b: animation 1s spin → 2s spin',
    ],
  ])('is told: %s', (_, before, after, sentence, line) => {
    expect(lines([before], [after])).toEqual(['inactive', sentence, line]);
  });

  it('is told where a token of it changed', () => {
    const hover = rule('.b:hover', { background: 'var(--warm)' });
    const root = (value: string) => rule(':root', { '--warm': value }, { applies: true });
    expect(lines([hover, root('red')], [hover, root('blue')])).toEqual([
      'inactive',
      'Changed on hover.',
      ':root: --warm red → blue',
    ]);
  });

  it('is paired where a build or an agent has renamed its class', () => {
    expect(lines([rule('._b_1x2y_3:hover', green)], [rule('._b_9z8w_3:hover', green)])[0]).toBe('unchanged');
    expect(lines([rule('.hover\\:bg-green:hover', green)], [rule('.hover\\:bg-blue:hover', blue)])[2]).toBe(
      '.hover\\:bg-blue:hover: background green → blue',
    );
  });

  it('is told when it was added or removed', () => {
    expect(lines([], [rule('.b:hover', green)])).toContain('.b:hover: background none → green');
    expect(lines([rule('.b:hover', green)], [])).toContain('.b:hover: background green → none');
  });

  it('says nothing where the rules of one side are not known', () => {
    expect(compareRecords(page, withRules(rule('.b:hover', green))).verdict).toBe('unchanged');
  });
});

it('a rule that applies, and that another one overrides, is not seen', () => {
  const applied = (color: string) => rule('.b', { color }, { applies: true });
  expect(lines([applied('red')], [applied('blue')])).toEqual([
    'unchanged',
    'Not seen: a rule changed, but another one wins.',
    '.b: color red → blue',
  ]);
});

it('what was changed along with what is seen is told as well', () => {
  const seen = recordOf(node('body', {}, [node('button', { target: true, text: 'Log in' })]));
  const both = compareRecords(withRules(rule('.b:hover', green)), {
    ...seen,
    rules: [rule('.b:hover', blue), rule('.c:hover', blue)],
  });
  expect(both.verdict).toBe('changed');
  expect(both.changes.map(describeChange)).toEqual([
    'text none → “Log in”',
    '.b:hover: background green → blue',
  ]);
});
