import { describe, expect, it } from 'vitest';

import { findFailure } from './find-failure.ts';
import type { PageFailure } from './page-failure.ts';
import type { ProofRecord } from './page-layout.ts';
import { node, recordOf, type TestNode } from './testing.ts';

const app = (...children: TestNode[]) => {
  const root = { ...node('div', {}, children), key: 'root' };
  return recordOf(node('html', {}, [node('body', {}, [root])]));
};
const whole = app(node('h1'), node('main', {}, [node('button', { target: true })]));
const failing = (record: ProofRecord, ...failures: PageFailure[]): ProofRecord => ({ ...record, failures });

const overlay: PageFailure = { kind: 'overlay', message: 'Unexpected token', file: 'src/App.tsx', line: 3 };
const thrown: PageFailure = { kind: 'error', message: 'Uncaught Error: no price' };

describe('a page is broken', () => {
  it.each<[string, ProofRecord, ProofRecord, PageFailure | null]>([
    ['nothing failed', whole, whole, null],
    ['the dev server shows an error', whole, failing(whole, overlay), overlay],
    ['it shows one that it showed before', failing(whole, overlay), failing(whole, overlay), overlay],
    ['the root is empty', whole, app(), { kind: 'empty', message: 'The app shows nothing any more.' }],
    ['the root is empty because of an error', whole, failing(app(), thrown), thrown],
    [
      'code threw after it was resolved',
      whole,
      failing(whole, { ...thrown, late: true }),
      { ...thrown, late: true },
    ],
    ['code threw the same before', failing(whole, thrown), failing(whole, { ...thrown, late: true }), null],
  ])('%s', (_, before, after, expected) => {
    expect(findFailure(before, after, 'changed')).toEqual(expected);
  });

  it('by an error of a half-saved file only where it does not show what was asked for', () => {
    expect(findFailure(whole, failing(whole, thrown), 'changed')).toBeNull();
    expect(findFailure(whole, failing(whole, thrown), 'gone')).toEqual(thrown);
    expect(findFailure(whole, failing(whole, thrown), 'unchanged')).toEqual(thrown);
  });
});
