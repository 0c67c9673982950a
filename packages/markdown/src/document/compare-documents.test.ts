import { describe, expect, it } from 'vitest';

import { compareDocuments, type DocumentVersion, versionOf } from './compare-documents.ts';

/** Each change as `kind: text before → text after`, with the first line of each block. */
function changes(before: string, after: string): string[] {
  const [left, right] = [versionOf(before), versionOf(after)];
  return compareDocuments(left, right).map(
    (change) => `${change.kind}: ${linesAt(left, change.before)} → ${linesAt(right, change.after)}`,
  );
}

function linesAt({ text, blocks }: DocumentVersion, { start, end }: { start: number; end: number }): string {
  if (start === end) return `(${start})`;
  return blocks
    .slice(start, end)
    .map((block) => text.slice(block.start, block.end).split('\n')[0])
    .join(' + ');
}

const plan = `# Plan

We ship the importer in May.

The old server may not last until then.

## Rollback

Keep the old importer warm for two weeks.
`;

interface Case {
  readonly name: string;
  readonly before?: string;
  readonly after: string;
  readonly expected: readonly string[];
}

const cases: readonly Case[] = [
  { name: 'the same text', after: plan, expected: [] },
  {
    name: 'words of a paragraph',
    after: plan.replace('in May', 'in June'),
    expected: ['changed: We ship the importer in May. → We ship the importer in June.'],
  },
  {
    name: 'a paragraph with no word in common, at the same place',
    after: plan.replace('We ship the importer in May.', 'Nothing happens.'),
    expected: ['changed: We ship the importer in May. → Nothing happens.'],
  },
  {
    name: 'paragraphs added together',
    after: plan.replace('## Rollback', 'One more.\n\nAnd another.\n\n## Rollback'),
    expected: ['added: (3) → One more. + And another.'],
  },
  {
    name: 'a section removed at the end',
    after: plan.slice(0, plan.indexOf('## Rollback')),
    expected: ['removed: ## Rollback + Keep the old importer warm for two weeks. → (3)'],
  },
  {
    name: 'a paragraph removed between two others',
    after: plan.replace('The old server may not last until then.\n\n', ''),
    expected: ['removed: The old server may not last until then. → (2)'],
  },
  {
    name: 'a paragraph moved to the end',
    after: `${plan.replace('We ship the importer in May.\n\n', '')}\nWe ship the importer in May.\n`,
    expected: ['moved: We ship the importer in May. → We ship the importer in May.'],
  },
  {
    name: 'a paragraph moved, and another one changed',
    after: `${plan.replace('We ship the importer in May.\n\n', '').replace('last until', 'survive until')}\nWe ship the importer in May.\n`,
    expected: [
      'changed: The old server may not last until then. → The old server may not survive until then.',
      'moved: We ship the importer in May. → We ship the importer in May.',
    ],
  },
  {
    name: 'a paragraph that was divided',
    before: 'One two three four five six. Seven eight nine ten eleven.\n',
    after: 'One two three four five six.\n\nSeven eight nine ten eleven.\n',
    expected: [
      'changed: One two three four five six. Seven eight nine ten eleven. → One two three four five six. + Seven eight nine ten eleven.',
    ],
  },
  {
    name: 'two paragraphs that were joined',
    before: 'One two three four five six.\n\nSeven eight nine ten eleven.\n',
    after: 'One two three four five six. Seven eight nine ten eleven.\n',
    expected: [
      'changed: One two three four five six. + Seven eight nine ten eleven. → One two three four five six. Seven eight nine ten eleven.',
    ],
  },
  {
    name: 'a changed paragraph with a new one before it',
    after: plan.replace(
      'We ship the importer in May.',
      'Read this first.\n\nWe ship the new importer in May.',
    ),
    expected: [
      'added: (1) → Read this first.',
      'changed: We ship the importer in May. → We ship the new importer in May.',
    ],
  },
  {
    name: 'the level of a heading',
    after: plan.replace('## Rollback', '### Rollback'),
    expected: ['changed: ## Rollback → ### Rollback'],
  },
  {
    name: 'an item of a list',
    before: '- one\n- two\n',
    after: '- one\n- two and a half\n',
    expected: ['changed: - one → - one'],
  },
  {
    name: 'the nesting of a list',
    before: '- one\n- two\n',
    after: '- one\n  - two\n',
    expected: ['changed: - one → - one'],
  },
  {
    name: 'a cell, in a table whose columns were aligned again',
    before: '| a | b |\n| --- | --- |\n| 1 | 2 |\n',
    after: '| a    | b   |\n| ---- | --- |\n| long | 2   |\n',
    expected: ['changed: | a | b | → | a    | b   |'],
  },
  {
    name: 'columns that were only aligned',
    before: '| a | b |\n| --- | --- |\n| 1 | 2 |\n',
    after: '| a   | b   |\n| --- | ----- |\n| 1   | 2   |\n',
    expected: [],
  },
  {
    name: 'blanks in code',
    before: '```js\nif (a)\n  b();\n```\n',
    after: '```js\nif (a)\n    b();\n```\n',
    expected: ['changed: ```js → ```js'],
  },
  {
    name: 'a field of the front matter',
    before: '---\nstatus: draft\n---\n\nText.\n',
    after: '---\nstatus: final\n---\n\nText.\n',
    expected: ['changed: --- → ---'],
  },
  { name: 'line endings', after: plan.replaceAll('\n', '\r\n'), expected: [] },
  { name: 'lines that were wrapped elsewhere', after: plan.replace('ship the', 'ship\nthe'), expected: [] },
  { name: 'a byte order mark', after: `\uFEFF${plan}`, expected: [] },
  {
    name: 'the target of a link that is defined elsewhere',
    before: 'See [it][1].\n\n[1]: https://a.example\n',
    after: 'See [it][1].\n\n[1]: https://b.example\n',
    expected: ['changed: [1]: https://a.example → [1]: https://b.example'],
  },
  {
    name: 'a rule between the same paragraphs',
    before: 'One.\n\n---\n\nTwo.\n',
    after: 'One.\n\nTwo.\n',
    expected: ['removed: --- → (1)'],
  },
  { name: 'a text that was emptied', before: 'One.\n', after: '', expected: ['removed: One. → (0)'] },
  { name: 'a text that was empty', before: '', after: 'One.\n', expected: ['added: (0) → One.'] },
];

describe('what changed in a document', () => {
  it.each(cases)('$name', ({ before = plan, after, expected }) => {
    expect(changes(before, after)).toEqual(expected);
  });

  it('covers every block of both versions at most once, in order, whatever was rewritten', () => {
    const words = ['ship', 'server', 'old', 'new', 'May', 'two', 'weeks', 'plan', 'risk', 'keep'];
    const random = createRandom(7);
    const word = () => words[random(words.length)] ?? '';
    const paragraph = () => Array.from({ length: 3 + random(9) }, word).join(' ');
    for (let round = 0; round < 150; round += 1) {
      const before = Array.from({ length: random(14) }, paragraph);
      const after = before.flatMap((each) => {
        const roll = random(6);
        if (roll === 0) return [];
        if (roll === 1) return [paragraph(), each];
        return [roll === 2 ? each.replace(' ', ` ${word()} `) : each];
      });
      if (random(3) === 0) after.reverse();
      const [left, right] = [versionOf(before.join('\n\n')), versionOf(after.join('\n\n'))];
      const found = compareDocuments(left, right);
      const places = found.flatMap(({ after: { start, end } }) => [start, end]);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(
        untouched(
          left,
          found.map((each) => each.before),
        ).toSorted(),
      ).toEqual(
        untouched(
          right,
          found.map((each) => each.after),
        ).toSorted(),
      );
    }
  });

  it('finds only what changed among thousands of changes', () => {
    const before = Array.from({ length: 4_000 }, (_, at) => `Paragraph ${at} says something.`);
    const after = before.map((each, at) => (at % 3 === 0 ? each.replace('something', 'nothing') : each));
    const found = compareDocuments(versionOf(before.join('\n\n')), versionOf(after.join('\n\n')));
    expect(found).toHaveLength(1_334);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['changed']));
  });

  it('finds only what changed where thousands of blocks say one of two things', () => {
    const before = Array.from({ length: 3_000 }, (_, at) =>
      at % 2 === 0 ? 'Yes, it does.' : 'No, it does not.',
    );
    const after = before.flatMap((each, at) => (at % 5 === 0 ? [`Question ${at} is new?`, each] : [each]));
    const found = compareDocuments(versionOf(before.join('\n\n')), versionOf(after.join('\n\n')));
    expect(found).toHaveLength(600);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['added']));
  });

  it('matches blocks by their order where thousands were rewritten', () => {
    const text = (of: string) =>
      Array.from({ length: 3_000 }, (_, at) => `Paragraph ${at} of ${of}${at} says ${of}. `.repeat(3)).join(
        '\n\n',
      );
    const found = compareDocuments(versionOf(text('a')), versionOf(text('b')));
    expect(found).toHaveLength(3_000);
  });
});

/** The sources of the blocks that no change names. */
function untouched(
  { text, blocks }: DocumentVersion,
  ranges: readonly { start: number; end: number }[],
): string[] {
  return blocks
    .filter((_, index) => !ranges.some(({ start, end }) => index >= start && index < end))
    .map(({ start, end }) => text.slice(start, end));
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
