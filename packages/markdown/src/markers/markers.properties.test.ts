import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MarkedComment } from './comment-data.ts';
import { readMarkers, readMarkersAndNotes } from './read-markers.ts';
import { commentOn } from './testing/comments.ts';
import { documents } from './testing/documents.ts';
import { rendered } from './testing/rendered.ts';
import { writeMarkers } from './write-markers.ts';

const root = join(import.meta.dirname, '../../../..');
const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const isFull = process.env.ANNOTATE_TEST_FULL === '1';
const real = [
  'README.md',
  'packages/core/README.md',
  ...(isFull ? ['SECURITY.md', ...guides.map((name) => `docs/${name}`)] : []),
].map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]);

const hostile = fc.oneof(
  fc.constantFrom(
    '-->',
    '--',
    '<!--',
    '--!>',
    '->',
    '>',
    '`'.repeat(7),
    '\u2028\u2029\u0085',
    '\uD83D lone',
    '\\u002d\\',
    '</script>',
    '-'.repeat(9),
    '\r\n\n---\n',
    '<!-- mdrev:a -->',
    '<!-- mdrev-data {}\n-->',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const idOf = fc.oneof(
  fc.uuid(),
  fc.constantFrom('a--b', '-', '--', '>', 'a b', '|', '%', '\uDC00', 'ümlaut', '-->', '\n', '日本'),
);

function commentsOn(text: string): fc.Arbitrary<MarkedComment[]> {
  const offset = fc.nat({ max: text.length });
  return fc
    .uniqueArray(fc.tuple(idOf, offset, fc.nat({ max: 60 }), hostile, hostile, hostile), {
      selector: ([id]) => id,
      maxLength: 8,
    })
    .map((rows) =>
      rows.map(([id, end, length, annotationText, message, name]) =>
        commentOn(text, Math.max(0, end - length), end, {
          id,
          annotationText,
          authorName: name,
          suggestion: { replacement: name },
          replies: [
            {
              id: 'r',
              createdAt: '2026-11-15T09:30:00.000Z',
              author: 'user',
              authorName: name,
              message,
              suggestion: { replacement: message },
            },
          ],
        }),
      ),
    );
}

describe.each([...Object.entries(documents), ...real])('in %s', (_name, text) => {
  it('comments anywhere leave the rendering as it is, come back as they were, and go without a trace', () => {
    const before = rendered(text);
    fc.assert(
      fc.property(commentsOn(text), (comments) => {
        const marked = writeMarkers(text, comments);
        expect(rendered(marked)).toEqual(before);
        expect(readMarkers(marked)).toEqual({ text, comments, problems: [] });
        expect(writeMarkers(text, readMarkers(marked).comments)).toBe(marked);
        expect(writeMarkers(marked, [])).toBe(text);
      }),
      { numRuns: text.length > 2_000 ? 1 : 4 },
    );
  });

  it('nothing changes without comments', () => {
    expect(writeMarkers(text, [])).toBe(text);
    expect(readMarkers(text)).toEqual({ text, comments: [], problems: [] });
  });
});

const fragment = fc.constantFrom(
  ...[
    '# ',
    '- ',
    '> ',
    '1. ',
    '  ',
    '    ',
    '```',
    '~~~',
    '$$',
    '$',
    '`',
    '*',
    '**',
    '_',
    '[',
    ']',
    '(/u)',
    '![',
    '|',
    '|-|',
  ],
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '---',
    '===',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '<b>',
    '&amp;',
    '\\',
    '[^1]',
    '[^1]: ',
    '[a]: /b',
  ],
  ...[
    'word',
    'two words',
    '😀',
    'https://a.test/x',
    'a@b.test',
    '[ ] ',
    '~~',
    '<script>',
    '\t',
    '\uFEFF',
    '<!-- mdrev:a -->',
    '<!-- mdrev-data ',
    '<!-- mdrev: fix ',
  ],
);

/** micromark fails at a few texts, such as `*\r[ ] # `; there is nothing to compare for them. */
function isParsed(text: string): boolean {
  try {
    rendered(text);
    return true;
  } catch {
    return false;
  }
}

describe('in any text', () => {
  const anyText = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''));

  it('comments leave the rendering as it is and come back as they were', () => {
    const withComments = anyText
      .map((text) => readMarkers(text).text)
      // The two parsers disagree about a second byte order mark, so that nothing may be written after it.
      .filter((text) => !text.startsWith('\uFEFF\uFEFF') && isParsed(text))
      .chain((text) => commentsOn(text).map((comments) => ({ text, comments })));
    fc.assert(
      fc.property(withComments, ({ text, comments }) => {
        const marked = writeMarkers(text, comments);
        const back = readMarkers(marked);
        expect(back.text).toBe(text);
        expect(back.comments).toEqual(comments);
        expect(rendered(marked)).toEqual(rendered(text));
        expect(writeMarkers(text, comments)).toBe(marked);
      }),
      { numRuns: 60 },
    );
  });

  it('reading twice finds no further comments and notes', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const { text } = readMarkers(raw);
        expect(readMarkers(text).text).toBe(text);
        const rest = readMarkersAndNotes(raw, () => false).text;
        expect(readMarkersAndNotes(rest, () => false)).toMatchObject({ text: rest, notes: [] });
      }),
    );
  });
});

describe('in large texts', () => {
  it('finds a position for each of many comments in one long list, table and quote', () => {
    const rows = Array.from({ length: 60 }, (_, n) => n);
    const text = [
      ...rows.map((n) => `- item ${n} with **bold**text, \`code\` and [a link](https://a.test/${n})`),
      '\n| name | what |\n|---|---|',
      ...rows.map((n) => `| row ${n} | see [ref] and \`x\` |`),
      '',
      ...rows.map((n) => `> quoted ${n} words\n>`),
      '\n[ref]: /url\n',
    ].join('\n');
    const comments = Array.from({ length: 80 }, (_, n) => {
      const end = 10 + ((n * 7_919) % (text.length - 10));
      return commentOn(text, end - 8, end, { n });
    });
    const marked = writeMarkers(text, comments);
    expect(rendered(marked)).toEqual(rendered(text));
    expect(readMarkers(marked)).toEqual({ text, comments, problems: [] });
    expect(marked.match(/<!-- mdrev:/g)).toHaveLength(comments.length);
  });

  it('brings back a comment of 20,000 characters that all want to end it', () => {
    const text = 'Ship the plan\n';
    const comments = [commentOn(text, 5, 13, { annotationText: '-->\n'.repeat(5_000) })];
    expect(readMarkers(writeMarkers(text, comments))).toEqual({ text, comments, problems: [] });
  });

  it('writes comments beside quotes that nest deeper than a parser can follow', () => {
    const text = `Ship the plan\n\n${'>'.repeat(10_000)} deep\n\nEnd\n`;
    const comments = [commentOn(text, 5, 13)];
    const marked = writeMarkers(text, comments);
    expect(marked).toMatch(/^Ship the plan<!-- mdrev:/);
    expect(readMarkers(marked)).toEqual({ text, comments, problems: [] });
  });
});
