import { expect, it } from 'vitest';

import type { Annotation } from '../annotation.ts';
import { sampleAnnotation } from '../testing.ts';

import { outcomeOf } from './outcome.ts';
import type { Outcome, Verdict } from './verdicts.ts';

const side = { takenAt: '2026-11-15T09:30:00.000Z', record: 'a.json' };

function seen(verdict: Verdict | null, more: object = {}): Annotation {
  const after = { ...side, verdict, changes: [], outside: { count: 0, pushed: 0, examples: [] } };
  const proof = { before: side, ...(verdict !== null && { after }) };
  return { ...sampleAnnotation({ status: 'resolved' }), proof, ...more } as Annotation;
}

it.each<[Verdict | null, Outcome]>([
  ['changed', 'done'],
  ['beside', 'done'],
  ['inactive', 'done'],
  ['gone', 'removed'],
  ['unclear', 'unseen'],
  [null, 'unseen'],
  ['unchanged', 'missing'],
  ['broken', 'broken'],
])('a proof with the verdict %s is %s', (verdict, outcome) => {
  expect(outcomeOf(seen(verdict))).toBe(outcome);
});

it.each([
  ['is accepted', seen('unchanged', { acceptedAt: side.takenAt })],
  ['is open again', sampleAnnotation({ status: 'pending' })],
  ['was not seen before', sampleAnnotation({ status: 'resolved' })],
])('an annotation that %s has no outcome', (_, annotation) => {
  expect(outcomeOf(annotation)).toBeNull();
});
