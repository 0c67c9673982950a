import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anchorAt, createReanchor } from './anchors.ts';
import { blocksOf, createRenderer } from './blocks.ts';
import { createParser } from './parse.ts';
import { decodeReference, htmlText } from './shown-text.ts';
import { createSourceMap } from './source-map/source-map.ts';

const root = join(import.meta.dirname, '../../../..');
const isFull = process.env.ANNOTATE_TEST_FULL === '1';
const ownDocuments = globSync(
  isFull ? '{*.md,docs/*.md,{packages,demos,apps}/*/README.md}' : '{README.md,packages/*/README.md}',
  { cwd: root },
).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const inline = fc.constantFrom(
  ...['word', 'two words', '*em*', '**strong**', '~~gone~~', '`code`', '`` a`b ``', '[link](http://a.b "t")'],
  ...[
    '[ref][r]',
    '[r]',
    '[none]',
    '![image](i.png)',
    '[^1]',
    '[^none]',
    '&amp;',
    '&#x1F600;',
    '&bogus;',
    '\\*',
  ],
  ...[
    '\\\\',
    '<b>bold</b>',
    '<!-- note -->',
    '<br>',
    'http://a.b/c_d',
    'a@b.co',
    '<http://c.d>',
    '$x^2$',
    '$$y$$',
  ],
  ...[
    '$5',
    'é',
    'e\u0301',
    '👩‍👩‍👧',
    '中文',
    '*',
    '_',
    '`',
    '[',
    ']',
    '<',
    '$',
    '|',
    '\\',
    'snake_case',
    '  \n',
    '\\\n',
    '\n',
  ],
);
const phrase = fc
  .array(inline, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(' ').trim())
  .filter((text) => text !== '');
const oneLine = phrase.map((text) => text.replace(/\s*\n\s*/g, ' '));
const indented = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);
const flat = fc.oneof(
  phrase,
  oneLine.map((text) => `## ${text}`),
  oneLine.map((text) => `${text}\n---`),
  phrase.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  phrase.map((text) => `    ${indented(text, '    ')}`),
  phrase.map((text) => `<div>\n${text}\n</div>`),
  oneLine.map((text) => `$$\n${text}\n$$`),
  fc.tuple(oneLine, oneLine, oneLine).map(([a, b, c]) => `| ${a} | b |\n|---|:-:|\n| ${b} | ${c} |`),
  fc.constantFrom('***', '[x]: /y', '<!-- a\n\nb -->', '$$ z $$'),
);
const nested = fc.oneof(
  flat,
  flat.map((text) => `> ${indented(text, '> ')}`),
  fc.tuple(phrase, phrase).map(([text, lazy]) => `> ${indented(text, '> ')}\n${lazy}`),
  fc.tuple(flat, flat).map(([a, b]) => `- ${indented(a, '  ')}\n\n- ${indented(b, '  ')}`),
  fc.tuple(oneLine, oneLine).map(([a, b]) => `- [ ] ${a}\n- [x] ${b}\n  - ${a}`),
  fc.tuple(phrase, flat).map(([a, b]) => `1. ${indented(a, '   ')}\n\n   ${indented(b, '   ')}`),
  flat.map((text) => `[^1]: ${indented(text, '    ')}`),
);
const document = fc
  .record({
    mark: fc.constantFrom('', '\uFEFF'),
    front: fc.constantFrom('', '---\ntitle: x\n---\n\n'),
    blocks: fc.array(nested, { minLength: 1, maxLength: 5 }),
    tail: fc.constantFrom('', '\n', '\n\n[r]: /x\n\n[^1]: Note.\n', '\n\n```\nnever closed'),
    ending: fc.constantFrom('\n', '\r\n', '\r'),
  })
  .map(({ mark, front, blocks, tail, ending }) =>
    (mark + front + blocks.join('\n\n') + tail).replaceAll('\n', ending),
  );

describe('blocks of any document', () => {
  it('have every line that holds something, each once and in order', () => {
    fc.assert(
      fc.property(document, (text) => {
        const blocks = blocksOf(text);
        for (const [index, line] of text
          .replace(/^\uFEFF/, '')
          .split(/\r\n?|\n/)
          .entries()) {
          const around = blocks.filter(({ lineStart, lineEnd }) => lineStart <= index + 1 && index < lineEnd);
          if (line.trim() !== '') expect(around, `line ${index + 1}`).toHaveLength(1);
        }
        expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
        for (const [index, { start, end }] of blocks.entries())
          expect(start < end && start >= (blocks[index - 1]?.end ?? 0)).toBe(true);
      }),
    );
  });
});

describe('blocks of any document after an edit', () => {
  const edit = fc.record({
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(60)),
    added: fc.oneof(
      fc.constant(''),
      nested,
      fc.constantFrom('\n', '\n\n', '# ', '```\n', '    ', '-', '> ', '$$\n', '---\n', ':', '\r'),
    ),
  });

  it('are those of the new text, although only a part of it is parsed', () => {
    const long = fc.tuple(document, document, document).map((parts) => parts.join('\n\n## Again\n\n'));
    fc.assert(
      fc.property(fc.oneof(document, long), fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        let before = { text, blocks: blocksOf(text) };
        for (const { from, length, added } of edits) {
          const at = Math.floor(from * before.text.length);
          const edited = before.text.slice(0, at) + added + before.text.slice(at + length);
          const renderer = createRenderer(edited, before);
          const whole = createRenderer(edited);
          expect(renderer.blocks).toEqual(whole.blocks);
          expect(renderer.definitions).toBe(whole.definitions);
          for (const index of whole.blocks.keys()) expect(renderer.html(index)).toBe(whole.html(index));
          before = { text: edited, blocks: renderer.blocks };
        }
      }),
      { numRuns: isFull ? 3_000 : 300 },
    );
  });
});

describe('what is shown of any document', () => {
  it('is what the parser makes of it as a whole, block by block', () => {
    fc.assert(
      fc.property(document, (text) => {
        const { blocks, html } = createRenderer(text);
        const shown = Array.from(blocks.keys(), html).join('');
        // Numbers of footnotes are given in the order in which the parser meets them.
        if (!text.includes('[^')) expect(shown).toBe(createParser().render(text));
      }),
    );
  });

  it('is the text of the HTML, block by block', () => {
    fc.assert(
      fc.property(document, (text) => {
        const { blocks, html, text: shown } = createRenderer(text);
        for (const index of blocks.keys()) expect(textOfHtml(html(index))).toBe(shown(index));
      }),
    );
  });

  it('is traced to where it stands in the file, character by character', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(exactness(text).wrong).toEqual([]);
      }),
      { numRuns: isFull ? 300 : 100 },
    );
  });

  it.each(ownDocuments)('is traced exactly in $file', ({ text }) => {
    const { units, placed, wrong } = exactness(text);
    expect(wrong).toEqual([]);
    expect(placed).toBe(units);
  });
});

describe('anchors in any document', () => {
  it('are found where they are after something was written above', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(), (text, one, two) => {
        const blocks = blocksOf(text);
        const start = one % text.length;
        const end = Math.min(text.length, start + 1 + (two % 40));
        if (text.slice(start, end).trim() === '') return;
        const anchor = anchorAt(text, blocks, start, end);
        expect(text.slice(anchor.char_start, anchor.char_end)).toBe(anchor.quote);
        expect(anchor.quote.trim()).not.toBe('');
        expect(createReanchor(text, blocks)(anchor)).toMatchObject({ anchor, anchorState: 'placed' });
        const above = 'Something new.\n\n';
        const moved = createReanchor(above + text, blocksOf(above + text), text)(anchor);
        if (moved.anchorState === 'placed')
          expect(moved.anchor.char_start).toBe(anchor.char_start + above.length);
      }),
    );
  });
});

/** Holds each character that has a place to what stands there, and counts those that have one. */
function exactness(text: string): { units: number; placed: number; wrong: string[] } {
  const { blocks, definitions, text: shown } = createRenderer(text);
  const wrong: string[] = [];
  let [units, placed] = [0, 0];
  for (const [index, block] of blocks.entries()) {
    const map = createSourceMap(text, block, definitions);
    if (map.rendered !== shown(index)) wrong.push(`${block.id} shows ${map.rendered}`);
    let last = block.start;
    for (const [at, unit] of map.rendered.split('').entries()) {
      const range = map.sourceRange(at, at + 1);
      if (unit.trim() !== '') units += 1;
      if (range === null) continue;
      if (unit.trim() !== '') placed += 1;
      const back = map.renderedRange(range.start, range.end);
      const isBack = back !== null && back.start <= at && back.end > at;
      const source = text.slice(range.start, range.end);
      if (range.start < last || !isBack || !standsFor(source, unit))
        wrong.push(`${block.id}: ${JSON.stringify(unit)} from ${JSON.stringify(source)}`);
      last = range.start;
    }
  }
  return { units, placed, wrong };
}

function standsFor(source: string, unit: string): boolean {
  if (source === unit || source === `\\${unit}`) return true;
  if (/^\r\n?$|^\n$/.test(source)) return unit === '\n' || unit === ' ';
  if (source.startsWith('[^')) return /[[\d\]]/.test(unit);
  return source.startsWith('&') && decodeReference(source).includes(unit);
}

function textOfHtml(html: string): string {
  return htmlText(html)
    .map(({ text }) => text)
    .join('');
}
