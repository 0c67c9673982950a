/** Files that were written to keep the server busy. Each is opened soon, or refused. */
import { describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { readMarkers } from '../markers/read-markers.ts';
import { markerFor } from '../markers/syntax.ts';
import { commentOnWords } from '../markers/testing/comments.ts';

import { opened, project, useBench } from './testing/bench.ts';

useBench();

/** About `length` characters, made of parts that may be numbered. */
function filled(length: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let index = 0, size = 0; size < length; index += 1) {
    const next = part(index);
    parts.push(next);
    size += next.length;
  }
  return parts.join('');
}

const dataOf = (lines: string) => `Text\n\n<!-- mdrev-data {"version":1,"newlines":2}\n${lines}-->\n`;
const comment = commentOnWords('Some words', 'words');
const lineOf = (index: number) =>
  `${JSON.stringify({ at: index, comment: { ...comment, id: uuidOf(index) } })}\n`;

type Hostile = readonly [name: string, text: (length: number) => string];

const texts: readonly Hostile[] = [
  ['markers without comments', (length) => filled(length, (n) => `Text ${markerFor(uuidOf(n))}\n\n`)],
  ['markers in one line', (length) => filled(length, (n) => `a ${markerFor(uuidOf(n))} `)],
  ['copies of one marker', (length) => filled(length, () => `a ${markerFor(uuidOf(1))}\n\n`)],
  [
    'markers around markers',
    (n) => `${'<!'.repeat(n / 16)}<!-- mdrev:a -->${'-- mdrev:a -->'.repeat(n / 16)}`,
  ],
  ['comment data of lines that are no comments', (length) => dataOf('{}\n'.repeat(length / 3))],
  ['comment data of one letter per line', (length) => dataOf('x\n'.repeat(length / 2))],
  ['comment data with thousands of comments', (length) => dataOf(filled(length, lineOf))],
  ['versions of one comment', (n) => dataOf(filled(n, (at) => lineOf(1).replace('Say', `Say ${at}`)))],
  ['many blocks of comment data', (length) => filled(length, () => `${dataOf('')}\n`)],
  ['comment data that is not closed', (length) => '<!-- mdrev-data '.repeat(length / 16)],
  ['comment data in a paragraph, not closed', (length) => `a ${'<!-- mdrev-data '.repeat(length / 16)}`],
  ['JSON nested deeper than the stack', (length) => dataOf(`${'['.repeat(length)}\n`)],
  ['comments in HTML, not closed', (length) => `<div>${markerFor('a')}\n${'<!--'.repeat(length / 4)}`],
  ['quotes nested in each line', (length) => `${'>'.repeat(99)} a\n`.repeat(length / 102)],
  ['a marker in quotes nested without end', (length) => `${'> '.repeat(length / 2)}${markerFor('a')}`],
  ['notes', (length) => filled(length, (n) => `a\n<!-- mdrev: note ${n} -->\nb <!-- mdrev: x -->\n`)],
  ['notes in one list', (length) => '- a <!-- mdrev: x -->\n'.repeat(length / 23)],
  ['notes that are not closed', (length) => '<!-- mdrev: x '.repeat(length / 14)],
  ['list items', (length) => '- a\n'.repeat(length / 4)],
  ['lists in lists', (length) => filled(length, (n) => `${' '.repeat(2 * (n % 500))}- a\n`)],
  ['headings', (length) => '# h\n'.repeat(length / 4)],
  ['headings full of brackets', (length) => `# ${'['.repeat(998)}\n`.repeat(length / 1_000)],
  ['brackets with a marker', (length) => `${markerFor('a')}${'['.repeat(length)}`],
  ['emphasis with a marker', (length) => `${markerFor('a')}${'*a**b_c'.repeat(length / 7)}`],
  ['table cells', (n) => `${'|a'.repeat(n / 6)}|\n${'|-'.repeat(n / 6)}|\n${'|b'.repeat(n / 6)}|\n`],
  ['definitions', (length) => filled(length, (n) => `[l${n}]: /u\n\n[l${n}]\n\n`)],
  ['footnotes', (length) => filled(length, (n) => `[^l${n}]: note\n\n[^l${n}]\n\n`)],
  ['references to a footnote', (length) => `[^a]: x\n\n${'[^'.repeat(length / 2)}`],
  ['lines of one letter', (length) => 'a\n'.repeat(length / 2)],
  ['blank lines', (length) => '\n'.repeat(length)],
  ['one line', (length) => 'word '.repeat(length / 5)],
];

async function openOrRefuse(text: string): Promise<string> {
  const document = await opened(project(text)).catch((error: unknown) => error);
  return document instanceof Error ? `refused: ${document.message}` : 'opened';
}

/** With quadratic cost each of them took minutes, which the test would not wait for. */
describe('opens or refuses', () => {
  it.each(texts)('120 kB of %s', async (_name, text) => {
    expect(await openOrRefuse(text(120_000))).toMatch(/^opened$|^refused: .* to be shown\.$/);
  });

  it.each(texts)('400 kB of %s', { tags: 'full' }, async (_name, text) => {
    expect(await openOrRefuse(text(400_000))).toMatch(/^opened$|^refused: .* to be shown\.$/);
  });

  it.each(texts)('10 MB of %s', { tags: ['full'] }, async (_name, text) => {
    expect(await openOrRefuse(text(9_900_000))).toMatch(/^opened$|^refused: .* to be shown\.$/);
  });
});

it('opens 10 MB of ordinary text', { tags: 'full' }, async () => {
  const text = 'Some ordinary words in a paragraph of text that go on.\n\n'.repeat(178_000);
  expect(await openOrRefuse(text)).toBe('opened');
});

it('says why it refuses a file, and what to do', async () => {
  await expect(opened(project('\n'.repeat(2_000_000)))).rejects.toMatchObject({
    code: 'markdown/too-large',
    message: expect.stringMatching(
      /plan\.md has too many lines, table cells or levels of nesting/,
    ) as unknown,
    hint: expect.stringContaining('Split it') as unknown,
  });
});

describe('reading twice as much takes about twice as long', () => {
  it.each(texts.slice(0, 4))('of %s', (_name, text) => {
    const [once, twice] = [cpuOfReading(text(150_000)), cpuOfReading(text(300_000))];
    expect(twice / Math.max(once, 10)).toBeLessThan(6);
  });
});

/** Milliseconds of this process, the least of several; a busy machine changes it little. */
function cpuOfReading(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    readMarkers(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
