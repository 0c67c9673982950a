import { describe, expect, it } from 'vitest';

import { type Installation, loadOf, type MeasuredCosts, modelRows } from './model.ts';

/** Of bench/results/team.json: 400 pages, 40 agents. */
const measured: MeasuredCosts = {
  msPerChange: 21,
  kilobytesPerPage: 121,
  commits: 325,
  msPerRead: 0.66,
};
const large: Installation = {
  pages: 50_000,
  pagesPerProject: 20,
  secondsBetweenComments: 960,
};

describe('a model of a large installation', () => {
  it('says as much as docs/team-size.md', () => {
    expect(loadOf(large, measured)).toEqual({
      changes: 156,
      messages: 3_130,
      servers: 9,
      serversFor: 'memory',
      connections: 108,
      shares: { commits: 0.481, reads: 0.928, connections: 1.11 },
      first: 'connections',
      pagesUntilFirst: 44_900,
    });
  });

  it('finds what gives way next where connections are no limit', () => {
    // A pooler gives each server the connections that it uses at the moment.
    const { shares } = loadOf({ ...large, pages: 100_000 }, measured);
    expect(shares.reads).toBeGreaterThan(1);
    expect(shares.commits).toBeLessThan(1);
  });

  it('tells what needs what, from small to large', () => {
    const rows = modelRows(measured);
    expect(rows.map((row) => row.servers)).toEqual([1, 9, 18]);
    expect(rows.map((row) => row['gives way first'])).toEqual(['connections', 'connections', 'reads']);
  });

  it('reads a change no more often than a project has pages', () => {
    const few = loadOf({ ...large, pagesPerProject: 2 }, measured);
    expect(few.shares.reads).toBeCloseTo((156.25 * 2 * 0.66) / 1_000, 3);
  });

  it('needs servers for the processor where people comment often', () => {
    const busy = loadOf({ ...large, secondsBetweenComments: 240 }, measured);
    expect(busy).toMatchObject({ serversFor: 'processor', changes: 625 });
    expect(busy.shares.commits).toBeGreaterThan(1);
  });
});
