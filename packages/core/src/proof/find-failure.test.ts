import { describe, expect, it } from 'vitest';

import { findFailure } from './find-failure.ts';
import type { PageFailure } from './page-failure.ts';
import type { ProofRecord } from './page-layout.ts';
import { node, recordOf, type TestNode } from './testing.ts';
import type { Verdict } from './verdicts.ts';

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

  it.each<[string, number, number, boolean]>([
    ['that was answered before', 200, 500, true],
    ['that failed before', 502, 500, false],
    ['that is refused', 200, 401, false],
    ['that is not found any more', 200, 404, true],
    ['that is not understood any more, which may be another one', 200, 400, false],
    ['that was not found before', 404, 410, false],
    ['that is answered again', 500, 200, false],
  ])('by a request %s', (_, old, now, isBroken) => {
    const answered = (status: number) => ({ ...whole, requests: [{ address: '/api/rates', status }] });
    expect(findFailure(answered(old), answered(now), 'changed')).toEqual(
      isBroken
        ? { kind: 'request', message: `/api/rates answers with ${now}, and with ${old} before.` }
        : null,
    );
  });

  it.each<[number, Verdict, boolean]>([
    [404, 'unchanged', true],
    [400, 'gone', true],
    [404, 'changed', false],
    [401, 'unchanged', false],
    [500, 'unchanged', false],
  ])('by a request that it makes for the first time: %i where it is %s', (status, looks, isBroken) => {
    const requests = [{ address: '/api/rates', status }];
    const message = `/api/rates answers with ${status}, and was not asked before.`;
    expect(findFailure(whole, { ...whole, requests }, looks)).toEqual(
      isBroken ? { kind: 'request', message } : null,
    );
  });

  it('by what code does with a request only where it did not do so before', () => {
    const failed: PageFailure = { kind: 'request', message: 'Failed to fetch', file: 'src/a.ts' };
    const other: PageFailure = { ...failed, file: 'src/b.ts' };
    expect(findFailure(failing(whole, failed), failing(whole, failed), 'unchanged')).toBeNull();
    expect(findFailure(failing(whole, other), failing(whole, failed), 'unchanged')).toEqual(failed);
    expect(findFailure(whole, failing(whole, failed), 'changed')).toBeNull();
  });

  it('by an error of a half-saved file only where it does not show what was asked for', () => {
    expect(findFailure(whole, failing(whole, thrown), 'changed')).toBeNull();
    expect(findFailure(whole, failing(whole, thrown), 'gone')).toEqual(thrown);
    expect(findFailure(whole, failing(whole, thrown), 'unchanged')).toEqual(thrown);
  });
});
