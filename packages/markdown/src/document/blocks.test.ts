import { describe, expect, it } from 'vitest';

import { blockAt, blocksOf } from './blocks.ts';

const cases: { name: string; text: string; blocks: [id: string, source: string][] }[] = [
  { name: 'an empty text', text: '', blocks: [] },
  { name: 'blank lines only', text: '\n \t\n', blocks: [] },
  {
    name: 'headings and what stands under them',
    text: 'Before.\n\n# The *big* plan\n\nOne.\n\nTwo.\n\n## Goals & `ends`\n\nThree.\n',
    blocks: [
      ['p-start-1', 'Before.'],
      ['h1-the-big-plan-1', '# The *big* plan'],
      ['p-the-big-plan-1', 'One.'],
      ['p-the-big-plan-2', 'Two.'],
      ['h2-goals-ends-1', '## Goals & `ends`'],
      ['p-goals-ends-1', 'Three.'],
    ],
  },
  {
    name: 'headings of the same words, told apart by their number',
    text: '# A\n\nx\n\n# A\n\ny\n',
    blocks: [
      ['h1-a-1', '# A'],
      ['p-a-1', 'x'],
      ['h1-a-2', '# A'],
      ['p-a-2', 'y'],
    ],
  },
  {
    name: 'setext headings of two lines',
    text: 'Big\ntitle\n===\ntext\n',
    blocks: [
      ['h1-big-title-1', 'Big\ntitle\n==='],
      ['p-big-title-1', 'text'],
    ],
  },
  {
    name: 'a heading without words, and one of another script',
    text: '#\n\nx\n\n## 目标 Überblick\n',
    blocks: [
      ['h1-start-1', '#'],
      ['p-start-1', 'x'],
      ['h2-目标-überblick-1', '## 目标 Überblick'],
    ],
  },
  {
    name: 'every other kind',
    text: '- a\n\n  b\n\n> q\nlazy\n\n```js\nx\n```\n\n    y\n\n| a |\n|---|\n| b |\n\n<div>\n</div>\n\n$$\nz\n$$\n\n***\n',
    blocks: [
      ['list-start-1', '- a\n\n  b'],
      ['quote-start-1', '> q\nlazy'],
      ['code-start-1', '```js\nx\n```'],
      ['code-start-2', '    y'],
      ['table-start-1', '| a |\n|---|\n| b |'],
      ['html-start-1', '<div>\n</div>'],
      ['math-start-1', '$$\nz\n$$'],
      ['hr-start-1', '***'],
    ],
  },
  {
    name: 'front matter after a byte order mark, with Windows line endings',
    text: '\uFEFF---\r\ntitle: x\r\n---\r\n\r\n# A\r\n',
    blocks: [
      ['frontmatter-start-1', '---\r\ntitle: x\r\n---'],
      ['h1-a-1', '# A'],
    ],
  },
  {
    name: 'a line like front matter that is never closed',
    text: '---\ntitle: x\n',
    blocks: [
      ['hr-start-1', '---'],
      ['p-start-1', 'title: x'],
    ],
  },
  {
    name: 'a code fence that is never closed, to the end of the file',
    text: 'a\n```\nb\n\n# c\n\n',
    blocks: [
      ['p-start-1', 'a'],
      ['code-start-1', '```\nb\n\n# c\n'],
    ],
  },
  {
    name: 'link definitions, which show nothing, and footnotes where they are written',
    text: '[a]: /x\n[b]:\n  /y "t"\ntext[^1]\n\n[^1]: Note.\n\n    More.\n\nEnd.\n',
    blocks: [
      ['definition-start-1', '[a]: /x\n[b]:\n  /y "t"'],
      ['p-start-1', 'text[^1]'],
      ['footnote-start-1', '[^1]: Note.\n\n    More.'],
      ['p-start-2', 'End.'],
    ],
  },
  {
    name: 'lines that end with a lone carriage return',
    text: '# A\r\rx\ry\r',
    blocks: [
      ['h1-a-1', '# A'],
      ['p-a-1', 'x\ry'],
    ],
  },
];

describe('blocksOf', () => {
  it.each(cases)('divides $name', ({ text, blocks }) => {
    expect(blocksOf(text).map(({ id, start, end }) => [id, text.slice(start, end)])).toEqual(blocks);
  });

  it('counts lines from 1, the last one included', () => {
    const [heading, list] = blocksOf('\n# A\n\n- b\n- c\n\n');
    expect([heading?.lineStart, heading?.lineEnd, list?.lineStart, list?.lineEnd]).toEqual([2, 2, 4, 5]);
  });

  it('cuts a long heading between characters', () => {
    const [block] = blocksOf(`# ${'a'.repeat(59)}𝒳𝒴\n`);
    expect(block?.id).toBe(`h1-${'a'.repeat(59)}-1`);
  });
});

describe('blockAt', () => {
  const text = '\n# A\n\nx\n\n\ny';
  const blocks = blocksOf(text);
  it.each([
    { name: 'before the first block', offset: 0, id: undefined },
    { name: 'at the start of a block', offset: 1, id: 'h1-a-1' },
    { name: 'in the gap behind a block', offset: 7, id: 'p-a-1' },
    { name: 'at the end of the text', offset: text.length, id: 'p-a-2' },
  ])('finds the block $name', ({ offset, id }) => {
    expect(blockAt(blocks, offset)?.id).toBe(id);
  });
});
