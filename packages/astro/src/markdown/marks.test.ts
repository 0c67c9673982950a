import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { createEdge } from '@annotate-mcp/unplugin';

import { linesBefore, marksIn } from './marks.ts';
import { rehypePlugin } from './unified.ts';

const file = '---\ntitle: a\n---\n\nfirst\n\nlast\n';

it.each([
  ['the whole file', file, 0],
  ['front matter blanked', file.replace(/^---[^]*?---/, (matter) => matter.replace(/[^\n]/g, ' ')), 0],
  ['front matter cut off', '\n\nfirst\n\nlast\n', 2],
  ['the body alone', 'first\n\nlast', 4],
  ['another text', 'first\n\nlast but one', null],
  ['nothing', ' \n', null],
])('counts lines from %s', (_, text, lines) => {
  expect(linesBefore(file, text)).toBe(lines);
});

describe('a file that is saved again while it is rendered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-astro-'));
  const path = join(folder, 'saved.md');
  afterAll(() => rmSync(folder, { recursive: true }));
  const lineOf = (text: string) =>
    marksIn(path, text, (_, { line }) => ({ name: 'line', value: String(line) }))?.({ line: 1, column: 1 })
      ?.value;

  it('keeps its lines while its front matter is the same, and has none otherwise', () => {
    expect(lineOf('first\n\nlast')).toBeUndefined();
    writeFileSync(path, file);
    expect(lineOf('never\n\nsaved')).toBeUndefined();
    expect(lineOf('first\n\nlast')).toBe('5');
    writeFileSync(path, file.replace('last', 'more'));
    expect(lineOf('first\n\nlast')).toBe('5');
    writeFileSync(path, file.replace('title: a', 'title: a\ntags: b'));
    expect(lineOf('first\n\nanother')).toBeUndefined();
  });
});

it('marks the elements of a rehype tree that have a position', () => {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-astro-'));
  const path = join(folder, 'a.md');
  writeFileSync(path, file);
  const placed = { type: 'element', properties: { id: 'x' }, position: { start: { line: 1, column: 1 } } };
  const made = { type: 'element', children: [{ type: 'text' }] };
  const marks = (_: string, { line, column }: { line: number; column: number }) => ({
    name: 'data-place',
    value: `${line}:${column}`,
  });
  const edge = createEdge({ logError: (line) => expect.unreachable(line), root: () => null });
  rehypePlugin(marks, edge)()(
    { type: 'root', children: [placed, made] },
    { path, toString: () => 'first\n\nlast' },
  );
  rmSync(folder, { recursive: true });
  expect(placed.properties).toEqual({ id: 'x', 'data-place': '5:1' });
  expect(made).not.toHaveProperty('properties');
});
