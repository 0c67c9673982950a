import { describe, expect, it } from 'vitest';

import { findHeadlines, headlines } from './headlines.ts';
import { noiseOf } from './noise.ts';
import { writePage } from './page.ts';
import { drawPlot } from './plot.ts';
import { columnsOf, withRatio } from './ratios.ts';
import { recordRun } from './record-run.ts';
import { type BenchmarkRecord, type BenchmarkRun, readRecord } from './record.ts';

const noise = { p50: 20, spread: 0.1, n: 25 };
const run: BenchmarkRun = {
  at: '2026-11-17T10:05:30.000Z',
  seconds: 12.4,
  peer: false,
  machine: { processor: 'A processor', cores: 2, system: 'Linux 6', node: 'v24.0.0' },
  noise: { before: noise, after: { ...noise, p50: 30 } },
  tables: [
    {
      title: 'milliseconds | all',
      rows: [
        { what: 'baseline: bare <Node>', n: 20, p50: 40, p95: 50, '÷ bare': 1 },
        { what: 'annotate-mcp', n: 20, p50: 1_234.5, p95: 2_000, '÷ bare': 30.9 },
        { what: 'peer: agentation-mcp 1', n: 20, p50: 2_469, p95: 3_000, '÷ bare': 61.7 },
      ],
    },
  ],
  results: {},
};
const ran: BenchmarkRecord = { name: 'start', title: 'spawn → answered', run };

describe('the page of benchmarks', () => {
  it('has one row for each headline, with the peer, the ratio and the goal', () => {
    const { markdown } = writePage([ran]);
    expect(markdown).toContain(
      '| spawn → `initialize` answered, ms ([start](#start)) | 1,235 | 2,469, agentation-mcp | 2 | – |',
    );
  });

  it('has one plot for each benchmark, and a link to all of its tables', () => {
    const { markdown, plots } = writePage([ran]);
    expect(markdown).toContain('![p50: milliseconds | all](images/bench/start.svg)');
    expect(markdown).toContain(
      '[All tables](../bench/results/start.json) of the run on 2026-11-17 10:05 UTC.',
    );
    expect([...plots.keys()]).toEqual(['start.svg']);
  });

  it('states the noise of the machine beside its fastest moment', () => {
    const { markdown } = writePage([ran]);
    expect(markdown).toContain('A processor, 2 cores, Linux 6, Node v24.0.0.');
    expect(markdown).toContain('| start | 1.5 | 10 % |');
    expect(markdown).toContain('The machine was busy during start:');
  });

  it('compares the noise of one machine only, and warns of no quiet one', () => {
    const machine = { ...run.machine, processor: 'A slower one' };
    const slow = { p50: 90, spread: 0.1, n: 25 };
    const other = { ...ran, name: 'store', run: { ...run, machine, noise: { before: slow, after: slow } } };
    const { markdown } = writePage([ran, other]);
    expect(markdown).toContain('| store | 1 | 10 % |');
    expect(markdown).toContain('busy during start:');
  });

  it('lists a benchmark that failed with its error, and keeps the figures of its last run', () => {
    const failure = { at: '2026-11-18T09:00:00.000Z', message: 'No browser was found.' };
    const { markdown } = writePage([
      ran,
      { name: 'look', title: 'x', failure },
      { ...ran, name: 'store', failure },
    ]);
    expect(markdown).toContain('The run of 2026-11-18 09:00 UTC failed.');
    expect(markdown).toContain('```text\nNo browser was found.\n```');
    expect(markdown).toContain('The figures here are of 2026-11-17 10:05 UTC.');
    expect(markdown).toContain('bench/results/store.json');
  });

  it('says of a benchmark that it was not run yet', () => {
    const { markdown } = writePage([{ name: 'team', title: 'x' }]);
    expect(markdown).toContain('Not run yet: `npm run bench -- team --page`');
    expect(markdown).toContain('Nothing was run yet.');
    expect(markdown).toContain('Not measured yet.');
  });
});

it.each(Object.keys(headlines))('finds the headlines of %s in its last run', async (name) => {
  const record = await readRecord(name);
  expect(record).not.toBeNull();
  if (record === null) return;
  const found = findHeadlines(record).map(({ what, other, otherFigure }) => ({
    what,
    isWhole: other === undefined || otherFigure !== undefined,
  }));
  expect(found).toEqual(headlines[name]?.map(({ what }) => ({ what, isWhole: true })));
});

describe('a plot', () => {
  const table = run.tables[0] ?? { title: '', rows: [] };

  it('has bars to scale, escaped labels, both color schemes and a title', () => {
    const svg = drawPlot(table)?.svg ?? '';
    const widths = [...svg.matchAll(/class="bar".* width="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(widths[1] ?? 0).toBeCloseTo((widths[2] ?? 0) / 2, -1);
    expect(svg).toContain('bare &#60;Node&#62;');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).toContain('<title id="t">p50: milliseconds | all</title>');
    expect(svg.match(/class="p95"/g)).toHaveLength(3);
  });

  it.each([
    { name: 'one row', rows: [{ what: 'a', p50: 1 }] },
    { name: 'no figures', rows: [{ what: 'a' }, { what: 'b' }] },
    {
      name: 'a row without the figure',
      rows: [
        { what: 'a', p50: 1 },
        { what: 'b', p50: '–' },
      ],
    },
    {
      name: 'nothing but zeros',
      rows: [
        { what: 'a', p50: 0 },
        { what: 'b', p50: 0 },
      ],
    },
  ])('is not made of $name', ({ rows }) => {
    expect(drawPlot({ title: 'x', rows })).toBeNull();
  });
});

describe('the columns of a table', () => {
  it('are told apart', () => {
    const rows = [{ what: 'a', n: 1, first: 2, p50: 3, '÷ ours': 1, 'share of the budget': 0.5 }];
    expect(columnsOf({ title: '', rows })).toEqual({
      label: 'what',
      ratios: ['÷ ours', 'share of the budget'],
      value: 'p50',
    });
  });

  it('get a ratio to a baseline where there is one and no ratio', () => {
    const rows = [
      { what: 'without annotate', p50: 4 },
      { what: 'with', p50: 5 },
    ];
    expect(withRatio({ title: '', rows }).rows.map((row) => row['p50 ÷ baseline'])).toEqual([1, 1.25]);
    expect(withRatio({ title: '', rows: rows.slice(1) }).rows).toEqual(rows.slice(1));
  });
});

it('the noise is a median and how far the rounds are apart', () => {
  expect(noiseOf([10, 12, 11])).toEqual({ p50: 11, spread: 0.182, n: 3 });
});

describe('the record of a run', () => {
  const deps = { peer: false, measureNoise: () => noise };

  it('has what was found, between two measurements of noise', async () => {
    const found = { tables: run.tables, results: { start: 1 } };
    const record = await recordRun(ran, { ...deps, previous: null, run: () => Promise.resolve(found) });
    expect(record).toMatchObject({
      name: 'start',
      run: { ...found, noise: { before: noise, after: noise } },
    });
    expect(record).not.toHaveProperty('failure');
  });

  it('keeps the figures of the last run when this one fails, and none of the failure when it succeeds', async () => {
    const failing = () => Promise.reject(new Error('No browser was found.'));
    const failed = await recordRun(ran, { ...deps, previous: ran, run: failing });
    expect(failed).toMatchObject({ run, failure: { message: 'No browser was found.' } });
    const found = { tables: [], results: {} };
    const again = await recordRun(ran, { ...deps, previous: failed, run: () => Promise.resolve(found) });
    expect(again.failure).toBeUndefined();
  });
});
