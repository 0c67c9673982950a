import { describe, expect, it } from 'vitest';

import { makeCases } from './cases.ts';
import { readCorpus } from './corpus.ts';
import { type Matcher, ours, oursByRecord } from './matchers.ts';
import { accuracyOf, outcomeOf, type Scored } from './score.ts';

// Direct dependencies of this repository, so that an update elsewhere in the lockfile changes nothing here.
const files = [
  'node_modules/eslint/README.md',
  'node_modules/fast-check/README.md',
  'node_modules/lint-staged/README.md',
  'node_modules/zod/README.md',
];

describe('anchors in edited Markdown', () => {
  const { documents, missing } = readCorpus(files);
  const cases = [...makeCases(documents, 600, 77)];
  const scoredBy = (matcher: Matcher) =>
    accuracyOf(
      cases.map((made): Scored => {
        const outcome = outcomeOf(made, matcher.place(made));
        return { kind: made.kind, isDeleted: made.expected === null, outcome, cpu: 0 };
      }),
    );
  const { recall, wrong, deleted } = scoredBy(ours);

  it('measures the files it names', () => {
    expect(missing).toEqual([]);
  });

  it('deletes the target of about 20 % of the cases', () => {
    expect(deleted / cases.length).toBeGreaterThan(0.17);
    expect(deleted / cases.length).toBeLessThan(0.24);
  });

  it('finds at least 98 % of the targets that are still there', () => {
    expect(recall).toBeGreaterThanOrEqual(0.98);
  });

  it('puts at most 2 % in a wrong place', () => {
    expect(wrong).toBeLessThanOrEqual(0.02);
  });

  it(
    'finds at least 95 % and puts at most 2 % in a wrong place with nothing but the record of the comment',
    { tags: 'full' },
    () => {
      const byRecord = scoredBy(oursByRecord);
      expect(byRecord.recall).toBeGreaterThanOrEqual(0.95);
      expect(byRecord.wrong).toBeLessThanOrEqual(0.02);
    },
  );
});
