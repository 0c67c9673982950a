import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isVisibleToAgents } from '@annotate-mcp/core';

import { readMarkersAndNotes } from '../markers/index.ts';
import { documents } from '../markers/testing/documents.ts';
import { rendered } from '../markers/testing/rendered.ts';

import type { MarkdownDocument } from './markdown-document.ts';
import { get, opened, project, put, useBench } from './testing/bench.ts';

useBench();

const said = (document: MarkdownDocument) =>
  document.comments().map(({ annotationText, anchor }) => [annotationText, anchor.quote]);

/** `text` is what the view shows. */
const cases: { name: string; raw: string; text: string; quote: string; says?: string }[] = [
  {
    name: 'at the end of a paragraph',
    raw: '# Plan\n\nWe ship in May. <!-- mdrev: fix this -->\n\nEnd.\n',
    text: '# Plan\n\nWe ship in May.\n\nEnd.\n',
    quote: 'We ship in May.',
  },
  {
    name: 'on a line of its own above a paragraph',
    raw: '# Plan\n\n<!-- mdrev: fix this -->\nWe ship in May.\n',
    text: '# Plan\n\nWe ship in May.\n',
    quote: 'We ship in May.',
  },
  {
    name: 'between two blank lines, about what follows',
    raw: 'One.\n\n<!--  mdrev: fix this-->\n\nTwo.\n',
    text: 'One.\n\n\nTwo.\n',
    quote: 'Two.',
  },
  {
    name: 'at the end of the file, about what is before',
    raw: 'One.\n\nTwo.\n\n<!-- mdrev: fix this -->\n',
    text: 'One.\n\nTwo.\n\n',
    quote: 'Two.',
  },
  {
    name: 'on several lines',
    raw: 'One.\n\n<!-- mdrev:\n  fix\n  this\n-->\n\nTwo.\n',
    text: 'One.\n\n\nTwo.\n',
    quote: 'Two.',
    says: 'fix\nthis',
  },
  {
    name: 'between two paragraphs that only it keeps apart',
    raw: 'One.\n<!-- mdrev: fix this -->\nTwo.\n',
    text: 'One.\n<!-- -->\nTwo.\n',
    quote: 'Two.',
  },
  {
    name: 'in an item of a list',
    raw: '- [ ] one\n- two **b** <!-- mdrev: fix this -->\n- three\n',
    text: '- [ ] one\n- two **b**\n- three\n',
    quote: 'two **b**',
  },
  {
    name: 'in a cell of a table',
    raw: '| a | b |\n|---|---|\n| c | d <!-- mdrev: fix this --> |\n',
    text: '| a | b |\n|---|---|\n| c | d |\n',
    quote: 'c | d |',
  },
  {
    name: 'in a quote',
    raw: '> One.\n>\n> <!-- mdrev: fix\n> this -->\n>\n> Two.\n',
    text: '> One.\n>\n>\n>\n> Two.\n',
    quote: 'Two.',
    says: 'fix\nthis',
  },
  {
    name: 'in a file with line endings of Windows',
    raw: '\uFEFFOne.\r\n\r\n<!-- mdrev: fix this -->\r\nTwo.\r\n',
    text: '\uFEFFOne.\r\n\r\nTwo.\r\n',
    quote: 'Two.',
  },
  { name: 'in a file with nothing else', raw: '<!-- mdrev: fix this -->\n', text: '', quote: '' },
];

describe('a note that is written into the file by hand', () => {
  it.each(cases)('$name is a comment', async ({ raw, text, quote, says = 'fix this' }) => {
    const document = await opened(project(raw), { safetyCheckMs: null });
    expect(document.text).toBe(text);
    expect(said(document)).toEqual([[says, quote]]);
    expect(document.comments()).toMatchObject([
      { status: 'pending', intent: 'edit', store: 'inline', origin: 'repository', path: 'docs/plan.md' },
    ]);
    expect(document.problem).toBeNull();
    expect(shown(text)).toBe(shown(raw));
  });

  it.each([
    '```\n<!-- mdrev: fix this -->\n```\n',
    'Write `<!-- mdrev: fix this -->` there.\n',
    '    <!-- mdrev: fix this -->\n',
    '---\ntitle: <!-- mdrev: fix this -->\n---\n\nText\n',
    '<b title="<!-- mdrev: fix this -->">Text</b>\n',
    'Text <!-- mdrev: --> and <!-- mdrev-notes: x -->\n',
    'Text\n\n<!-- mdrev: never closed\n',
  ])('is none in %j', async (raw) => {
    const document = await opened(project(raw), { safetyCheckMs: null });
    expect(document.comments()).toEqual([]);
    expect(document.text).toBe(raw);
  });

  const two = 'One. <!-- mdrev: fix this -->\n\nTwo. <!-- mdrev: fix this -->\n\nThree.\n';

  it('is the same comment each time, and one for each of two with the same words', async () => {
    const place = project(two);
    const first = await opened(place);
    const ids = first.comments().map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect((await opened(place)).comments().map(({ id }) => id)).toEqual(ids);
    expect(get(place.file)).toBe(two);
  });

  it('is shown to agents once it is adopted, and is a marker in the file then', async () => {
    const place = project(two);
    const document = await opened(place);
    const [id = '', other = ''] = document.comments().map((comment) => comment.id);
    expect(document.comments().filter(isVisibleToAgents)).toEqual([]);
    expect(await document.applyAction(id, { type: 'adopt' })).toMatchObject({ id });
    expect(document.comments().map(({ origin }) => origin)).toEqual([undefined, 'repository']);
    expect(get(place.file)).not.toContain('mdrev: fix');
    const again = await opened(place);
    expect(again.comments().map((comment) => comment.id)).toEqual([id, other]);
    expect(again.text).toBe('One.\n\nTwo.\n\nThree.\n');
  });

  it('is replaced by a marker when comments are exported, and goes when it is deleted', async () => {
    const place = project(two);
    const document = await opened(place);
    expect(await document.exportInline()).toBe(2);
    expect(get(place.file)).toMatch(/^One.<!-- mdrev:[\w-]+ -->\n\nTwo.<!-- mdrev:[\w-]+ -->\n/);
    for (const { id } of document.comments()) await document.applyAction(id, { type: 'delete' });
    expect(get(place.file)).toBe('One.\n\nTwo.\n\nThree.\n');
  });

  it('is gone when it is removed from the file', async () => {
    const place = project(two);
    const document = await opened(place);
    put(place.file, 'One.\n\nTwo. <!-- mdrev: fix this -->\n\nThree.\n');
    await document.refresh();
    expect(said(document)).toEqual([['fix this', 'Two.']]);
  });

  it('leaves nothing behind where the file is long with it and short without it', async () => {
    const length = 2_000;
    const document = await opened(project('- a <!-- mdrev: x -->\n'.repeat(length)));
    expect(document.text).toBe('- a\n'.repeat(length));
    expect(document.comments()).toHaveLength(length);
  });

  it('that is typed while a text is saved is kept', async () => {
    const place = project('One.\n\nTwo.\n');
    const document = await opened(place);
    await document.save('One. <!-- mdrev: fix this -->\n\nTwo.\n', document.fileMeta.sha);
    expect(said(document)).toEqual([['fix this', 'One.']]);
    expect(get(place.file)).toContain('<!-- mdrev: fix this -->');
  });
});

describe.each(Object.entries(documents))('in %s', (_name, text) => {
  it('a note anywhere is taken out without another effect on what is shown', () => {
    fc.assert(
      fc.property(fc.nat({ max: text.length }), fc.constantFrom('', '\n', '\n\n'), (at, space) => {
        const raw = `${text.slice(0, at)}${space}<!-- mdrev: fix this -->${space}${text.slice(at)}`;
        const { notes, text: rest } = readMarkersAndNotes(raw, () => false);
        if (notes.length === 0) expect(rest).toBe(raw);
        else expect(shown(rest)).toBe(shown(raw));
      }),
      { numRuns: 6 },
    );
  });
});

/** Without notes and empty comments, and whatever spaces there are. */
function shown(text: string): string {
  return rendered(text)
    .html.replace(/<!--\s*(?:mdrev:[^]*?)?-->/g, '')
    .replace(/\s+/g, '');
}
