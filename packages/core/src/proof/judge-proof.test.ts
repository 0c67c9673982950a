import { describe, expect, it } from 'vitest';

import { samplePageRecord } from '../testing.ts';

import { judgeProof, type KnownEdits, type TakenRecord } from './judge-proof.ts';
import type { ProofRecord } from './page-layout.ts';
import { node, recordOf } from './testing.ts';

/** The page with this text on the target, which is written in Button.tsx. */
function shows(text: string, heading = 'Shop'): ProofRecord {
  const { layout, look } = samplePageRecord(text, heading);
  return {
    layout,
    look: look && { ...look, component: { name: 'Button', file: 'src/Button.tsx', inputs: {} } },
  };
}

const at = (minute: number) => `2026-11-15T09:${minute}:00.000Z`;
const taken = (minute: number, record: ProofRecord): TakenRecord => ({ takenAt: at(minute), record });
const before = taken(30, shows('Sign in'));
const after = shows('Log in');
const edits = (own: string[] | null, ...others: KnownEdits['others']): KnownEdits => ({ own, others });
const other = (minute: number, ...files: string[]) => ({ at: at(minute), files });

describe('a change of the target', () => {
  it('counts when the annotation was the only one', () => {
    expect(judgeProof({ before, after }, edits(['src/Button.tsx']))).toMatchObject({ verdict: 'changed' });
    expect(judgeProof({ before, after }, edits([]))).toMatchObject({ verdict: 'changed' });
  });

  it('does not count in a file that only another edit has changed', () => {
    const known = edits(['src/Card.tsx'], other(40, 'src/Button.tsx'));
    expect(judgeProof({ before, after }, known)).toMatchObject({ verdict: 'unchanged', changes: [] });
  });

  it('does not count when nothing was edited for the annotation, and an agent works on another one', () => {
    const known = edits([], { at: null, files: [] });
    expect(judgeProof({ before, after }, known)).toMatchObject({ verdict: 'unchanged', changes: [] });
  });

  it('does not count where only its size follows from what another edit has changed', () => {
    const page = (text: string, height: number) =>
      recordOf(node('main', {}, [node('p', { target: true, text, height })]));
    const seen = { before: taken(30, page('Short', 20)), after: page('A longer text', 40) };
    const written = { name: 'Shop', file: 'src/Shop.tsx', inputs: {} };
    if (seen.after.look !== null) seen.after.look = { ...seen.after.look, component: written };
    const known = edits(['src/shop.css'], other(40, 'src/Shop.tsx'));
    expect(judgeProof(seen, known)).toMatchObject({ verdict: 'unchanged', changes: [] });
  });

  it('is called shared where both have changed its file', () => {
    const known = edits(['src/Button.tsx'], other(40, 'src/Button.tsx'));
    expect(judgeProof({ before, after }, known)).toMatchObject({
      verdict: 'changed',
      changes: [{ what: 'text', shared: true }],
    });
  });

  it('of a style counts when a style sheet was edited, and another edit has changed the file of the element', () => {
    const red = shows('Sign in');
    const target = red.layout.elements.find(({ role }) => role === 'target');
    if (target === undefined) throw new Error('There is no target.');
    target.styles = { color: 'red' };
    const green = structuredClone(red);
    for (const element of green.layout.elements)
      if (element.role === 'target') element.styles = { color: 'green' };
    const seen = { before: taken(30, red), after: green };
    expect(judgeProof(seen, edits(['src/shop.css'], other(40, 'src/Button.tsx')))).toMatchObject({
      verdict: 'changed',
      changes: [{ what: 'style', name: 'color' }],
    });
    expect(judgeProof(seen, edits(['src/Card.tsx'], other(40, 'src/shop.css')))).toMatchObject({
      verdict: 'unchanged',
    });
  });

  it('is not of an edit of style sheets alone where it adds an element, and another edit may have', () => {
    const list = (...items: string[]) =>
      recordOf(
        node('ul', {}, [
          node('li', { target: true, text: 'One' }),
          ...items.map((text) => node('li', { text })),
        ]),
      );
    const seen = { before: taken(30, list()), after: list('Two') };
    const others = other(40, 'src/catalog.ts');
    expect(judgeProof(seen, edits(['src/shop.css'], others))).toMatchObject({
      verdict: 'unchanged',
      outside: { examples: [{ name: 'li "Two"', what: 'added' }] },
    });
    expect(judgeProof(seen, edits(['src/List.tsx'], others))).toMatchObject({ verdict: 'beside' });
  });

  it('counts when the files of the annotation are not known', () => {
    const known = edits(null, other(40, 'src/Button.tsx'));
    expect(judgeProof({ before, after }, known)).toMatchObject({ verdict: 'changed' });
  });
});

describe('what the page showed after another edit', () => {
  const meanwhile = taken(41, shows('Log in', 'Store'));

  it('is not a change of this one', () => {
    const known = edits(['src/Header.tsx'], other(40, 'src/Button.tsx', 'src/Header.tsx'));
    const result = judgeProof({ before, meanwhile, after: shows('Log in', 'The store') }, known);
    expect(result).toMatchObject({
      verdict: 'unchanged',
      outside: { count: 1, examples: [{ name: 'h1 "The store"' }] },
    });
  });

  it('is where the changes of this one begin', () => {
    const known = edits(['src/Button.tsx'], other(40, 'src/Button.tsx'));
    const result = judgeProof({ before, meanwhile, after: shows('Enter', 'Store') }, known);
    expect(result.changes).toEqual([{ what: 'text', before: 'Log in', after: 'Enter' }]);
    expect(result.outside.count).toBe(0);
  });

  it('has what was changed for this one before that', () => {
    const known = edits(['src/Button.tsx'], other(40, 'src/Header.tsx'));
    const result = judgeProof({ before, meanwhile, after: shows('Log in', 'Store') }, known);
    expect(result).toMatchObject({
      verdict: 'changed',
      changes: [{ what: 'text', before: 'Sign in', after: 'Log in' }],
      outside: { count: 0 },
    });
  });
});
