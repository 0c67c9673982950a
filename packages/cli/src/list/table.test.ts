import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';

import { type Annotation, annotationToMarkdown, kinds } from '@annotate-mcp/core';
import { sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { plainLine, table } from './table.ts';

const now = new Date(sampleTime.getTime() + 3 * 3_600_000);
const plain = { columns: 100, colors: picocolors.createColors(false), now };

describe('the table', () => {
  it('shows every kind in aligned columns', () => {
    const lines = table(
      kinds.map((kind) => sampleAnnotation({ kind })),
      plain,
    );
    expect(lines).toEqual([
      'id        status   age  on                 text',
      '00000000  pending  3 h  PriceTagComponent  Make the price bold',
      '00000000  pending  3 h  Second list item   Make the price bold',
      '00000000  pending  3 h  "free delivery"    Make the price bold',
      '00000000  pending  3 h  Cart               Make the price bold',
      '00000000  pending  3 h  docs/plan.md:3     Make the price bold',
    ]);
  });

  it('says what a page has shown of what is resolved', () => {
    const side = { takenAt: sampleTime.toISOString(), record: 'a.json' };
    const resolved = sampleAnnotation({ status: 'resolved' });
    const shown = { ...side, changes: [], outside: { count: 0, pushed: 0, examples: [] } };
    const all = (['changed', 'unchanged', 'broken'] as const).map((verdict) => ({
      ...resolved,
      proof: { before: side, after: { ...shown, verdict } },
    })) as Annotation[];
    const lines = table(all, plain).slice(1);
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
      'resolved',
      'not seen on the page',
      'the page is broken',
    ]);
    expect(all.map((each) => /Status: (.*)/.exec(annotationToMarkdown(each))?.[1])).toEqual([
      'resolved',
      'resolved, not seen on the page',
      'resolved, the page is broken',
    ]);
  });

  it('cuts the text to what the terminal is wide', () => {
    const long = sampleAnnotation({ annotationText: 'x'.repeat(200) });
    const [, line = ''] = table([long], plain);
    expect(line).toMatch(/ {2}x+…$/);
    expect(line.length).toBe(100);
  });

  it.each(['pending', 'acknowledged', 'resolved', 'dismissed'] as const)('colours %s', (status) => {
    const [, line] = table([sampleAnnotation({ status })], {
      ...plain,
      colors: picocolors.createColors(true),
    });
    expect(line).toContain(`m${status}`);
  });

  it('obeys nothing that a page has put into a text', () => {
    const evil = sampleAnnotation({ annotationText: 'a\u001b[2Jb\u0007\u202ec\nd', id: uuidOf(1) });
    expect(table([evil], plain)[1]).toMatch(/ {2}a\[2Jbc d$/);
    expect(plainLine(evil)).toMatch(/\ta\[2Jbc d$/);
  });
});
