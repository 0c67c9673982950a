import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { describeAnchor } from './anchor.ts';
import { locateAnchor } from './locate.ts';

type Row = readonly string[];

const options: readonly Row[] = [
  ['Option', 'Cost', 'Speed'],
  ['Redis', 'low', 'fast'],
  ['Postgres', 'none', 'medium'],
  ['RabbitMQ', 'high', 'fast'],
  ['Kafka', 'high', 'fast'],
];

function rowOf(cells: Row): string {
  return `| ${cells.join(' | ')} |`;
}

function documentWith(rows: readonly Row[]): string {
  const [header = [], ...others] = rows;
  const lines = [rowOf(header), rowOf(header.map(() => '---')), ...others.map(rowOf)];
  return `# Queue\n\nWhat we could take, in short.\n\n${lines.join('\n')}\n\nThe first is there already.\n`;
}

function moved(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const rest = rows.toSpliced(from, 1);
  return rest.toSpliced(to, 0, rows[from] ?? []);
}

function withColumn(rows: readonly Row[], at: number, cells: readonly string[]): readonly Row[] {
  return rows.map((row, index) => row.toSpliced(at, 0, cells[index] ?? ''));
}

const owners = ['Owner', 'Ada', 'Bo', 'Cy', 'Di'];

interface Found {
  readonly words: string;
  /** The whole line that they are in. */
  readonly line: string;
}

function follow(before: readonly Row[], now: readonly Row[], quote: string): Found | string {
  const lastSeenText = documentWith(before);
  const text = documentWith(now);
  const start = lastSeenText.indexOf(quote);
  const anchor = describeAnchor(lastSeenText, start, start + quote.length);
  const placement = locateAnchor(anchor, text, { lastSeenText });
  if (placement.state !== 'placed') return placement.state;
  const line = text.slice(text.lastIndexOf('\n', placement.start) + 1, text.indexOf('\n', placement.start));
  return { words: text.slice(placement.start, placement.end), line };
}

describe('a row that moved while a column was added', () => {
  it.each([
    { at: 0, row: '| Di | Kafka | high | fast |', words: 'Kafka | high | fast' },
    { at: 1, row: '| Kafka | Di | high | fast |', words: 'Kafka | Di | high | fast' },
    { at: 3, row: '| Kafka | high | fast |', words: 'Kafka | high | fast' },
  ])('is found with the new cell at $at', ({ at, row, words }) => {
    const now = moved(withColumn(options, at, owners), 4, 1);
    expect(follow(options, now, '| Kafka | high | fast |')).toMatchObject({ words: row });
    expect(follow(options, now, 'Kafka | high | fast')).toMatchObject({ words });
    expect(follow(options, now, 'Kafka')).toMatchObject({ words: 'Kafka' });
    expect(follow(options, now, 'afk')).toMatchObject({ words: 'afk' });
  });

  it('is found though its cells are short and others have the same words', () => {
    const phases = [
      ['Phase', 'What', 'Owner'],
      ['1', 'Read', 'Ana'],
      ['2', 'Write', 'Ana'],
      ['3', 'Fill', 'Ana'],
    ];
    const now = moved(withColumn(phases, 1, ['Status', 'open', 'open', 'open']), 1, 3);
    expect(follow(phases, now, '| 1 | Read | Ana |')).toMatchObject({ words: '| 1 | open | Read | Ana |' });
  });

  it('is not another row when it was deleted', () => {
    const now = withColumn(options, 3, owners).toSpliced(2, 1);
    expect(follow(options, now, 'Postgres')).toBe('stale');
  });

  it('is not guessed where two rows have its words', () => {
    const twice = [...options, ['Kafka', 'high', 'fast']];
    const now = moved(withColumn(twice, 3, [...owners, 'Ed']), 4, 1);
    expect(follow(twice, now, '| Kafka | high | fast |')).not.toMatchObject({ line: rowOf(now[4] ?? []) });
  });
});

it('no row of a table becomes another one when rows move and a column is added', () => {
  const cell = fc.constantFrom('low', 'high', 'fast', 'none', 'a \\| b', '`x`', '');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E'), cell, cell), {
        minLength: 2,
        maxLength: 6,
        selector: (row) => rowOf(row),
      }),
      fc.array(cell, { minLength: 7, maxLength: 7 }),
      fc.nat(3),
      fc.nat(),
      fc.nat(),
      (rows, cells, at, one, two) => {
        const before = [['Name', 'Cost', 'Speed'], ...rows];
        const from = 1 + (one % rows.length);
        const to = 1 + (two % rows.length);
        const now = moved(withColumn(before, at, ['Owner', ...cells]), from, to);
        expect(follow(before, now, rowOf(before[from] ?? []))).toMatchObject({ line: rowOf(now[to] ?? []) });
      },
    ),
  );
});
