import { describe, expect, it } from 'vitest';

import { compareRuns, describeComparison, failsFor } from './compare.ts';
import type { BenchmarkRecord, BenchmarkRun, Table } from './record.ts';

const quiet = { p50: 20, spread: 0.05, n: 25 };

function recordOf(rows: Table['rows'], changes: Partial<BenchmarkRun> = {}): BenchmarkRecord {
  const run: BenchmarkRun = {
    at: '2026-11-17T10:05:30.000Z',
    seconds: 12,
    peer: false,
    machine: { processor: 'A processor', cores: 2, system: 'Linux 6', node: 'v24.0.0' },
    noise: { before: quiet, after: quiet },
    tables: [{ title: 'ms', rows }],
    results: {},
    ...changes,
  };
  return { name: 'delivery', title: 'x', run };
}

const rowOf = (figures: Record<string, number>) => [{ what: 'comment → agent', n: 20, ...figures }];

function compare(before: Record<string, number>, now: Record<string, number>, changes = {}) {
  return compareRuns([recordOf(rowOf(before))], [recordOf(rowOf(now), changes)]);
}

describe('a run compared with the committed one', () => {
  it('fails for what has doubled, and says what that is', () => {
    const comparison = compare({ p50: 3.6 }, { p50: 7.4 });
    expect(failsFor(comparison)).toMatchObject([{ before: 3.6, now: 7.4, verdict: 'worse' }]);
    expect(describeComparison(comparison)).toContain(
      '! delivery, ms: comment → agent, p50: 3.6 → 7.4 (106 % worse)',
    );
  });

  it('tells what is better, and what differs by less than the noise', () => {
    const comparison = compare({ p50: 10, cpu: 10 }, { p50: 5, cpu: 10.9 });
    expect(comparison.figures.map(({ verdict }) => verdict)).toEqual(['better', 'same']);
    expect(failsFor(comparison)).toEqual([]);
  });

  it('does not fail for a loss of less than a fifth', () => {
    const comparison = compare({ p50: 10 }, { p50: 11.5 });
    expect(comparison.figures).toMatchObject([{ verdict: 'worse' }]);
    expect(failsFor(comparison)).toEqual([]);
  });

  it('takes no loss for one that the noise of the machine covers', () => {
    const noisy = { noise: { before: quiet, after: { ...quiet, spread: 0.9 } } };
    expect(failsFor(compare({ p50: 10 }, { p50: 15 }, noisy))).toEqual([]);
    const slower = { noise: { before: { ...quiet, p50: 40 }, after: quiet } };
    expect(failsFor(compare({ p50: 10 }, { p50: 19 }, slower))).toEqual([]);
    // What is counted does not depend on how busy the machine is.
    expect(failsFor(compare({ gzipped: 100 }, { gzipped: 130 }, noisy))).toHaveLength(1);
  });

  it('knows of what more is better', () => {
    expect(failsFor(compare({ commits: 300 }, { commits: 150 }))).toHaveLength(1);
    expect(compare({ recall: 90 }, { recall: 99.5 }).figures).toMatchObject([{ verdict: 'better' }]);
  });

  it('compares neither ratios nor programs of others', () => {
    const rows = (p50: number) => [
      { what: 'baseline: bare Node', n: 20, p50, 'p50 ÷ baseline': 1 },
      { what: 'ours', n: 20, p50: 5, 'p50 ÷ baseline': p50 },
    ];
    const { figures } = compareRuns([recordOf(rows(1))], [recordOf(rows(9))]);
    expect(figures.map(({ what, verdict }) => [what, verdict])).toEqual([
      ['delivery, ms: ours, p50', 'same'],
    ]);
  });

  it('says why something is not compared', () => {
    const machine = { processor: 'Another', cores: 2, system: 'Linux 6', node: 'v24.0.0' };
    const failure = { at: '2026-11-18T09:00:00.000Z', message: 'No browser was found.' };
    const now = recordOf(rowOf({ p50: 1 }));
    expect(compareRuns([null], [now]).left[0]?.why).toBe('there is no committed result');
    expect(compareRuns([now], [{ ...now, failure }]).left[0]?.why).toBe('it failed');
    const { left, figures } = compare({ p50: 1 }, { p50: 9 }, { machine });
    expect([left[0]?.why, figures]).toEqual(['the committed result is of another machine or Node', []]);
  });
});
