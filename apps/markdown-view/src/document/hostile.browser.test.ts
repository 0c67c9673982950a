import { afterEach, describe, expect, it } from 'vitest';

import { allRendered, closePanel, openPanel, select, wordsRange } from './testing/panel-page.ts';

afterEach(closePanel);

const row = `| ${Array.from({ length: 40 }, (_, at) => `cell ${at}`).join(' | ')} |\n`;
const documents: readonly (readonly [name: string, text: string])[] = [
  ['10,000 nested quotes', `${'>'.repeat(10_000)} deep\n`],
  ['10,000 nested quotes with spaces', `${'> '.repeat(10_000)}deep\n`],
  [
    'lists nested 2,000 deep',
    Array.from({ length: 2000 }, (_, at) => `${' '.repeat(2 * at)}- item ${at}\n`).join(''),
  ],
  ['a table of 40,000 cells', `${row}|${' - |'.repeat(40)}\n${row.repeat(1000)}`],
  ['50,000 open brackets', `${'['.repeat(50_000)}\n`],
  ['50,000 stars', `${'*a'.repeat(50_000)}\n`],
  ['elements nested 5,000 deep', `${'<div>'.repeat(5000)}deep\n`],
  ['one line of 500,000 characters', `${'word '.repeat(100_000)}\n`],
  ['a fence of 500,000 characters', `\`\`\`js\n${'let a = 1;\n'.repeat(45_000)}\`\`\`\n`],
  ['400,000 brackets in one paragraph', `${'['.repeat(400_000)}\n`],
  ['headings full of brackets', `# ${'['.repeat(998)}\n\n`.repeat(100)],
  ['a table of brackets', `| a | b |\n| - | - |\n${`| ${'['.repeat(200)} | b |\n`.repeat(500)}`],
  ['1,000 definitions', Array.from({ length: 1000 }, (_, at) => `[l${at}]: /u\n\n[l${at}]\n\n`).join('')],
  ['markup that is not closed', `a ${'<!-- <? <![CDATA[ <a b="'.repeat(5_000)}\n`],
  ['controls and lone surrogates', `a\u0000b \uD800 c \u202E d \uFFFF\n`],
];

describe('stays alive with', () => {
  it.each(documents)('%s', async (_, hostile) => {
    const { panel } = openPanel(`An ordinary paragraph.\n\n${hostile}`);
    const element = await allRendered(panel);
    select(wordsRange(element, 'ordinary'));
    expect(panel.selection()?.quote).toBe('ordinary');
    panel.setText('Another text.\n');
    expect(element.textContent.trim()).toBe('Another text.');
  });
});

it('finds words deep in a table of thousands of rows', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `| row ${at} | value ${at} |\n`).join('');
  const text = `| name | value |\n| - | -: |\n${rows}`;
  const { panel } = openPanel(text);
  const element = await allRendered(panel);
  select(wordsRange(element, 'value 1234'));
  expect(panel.selection()?.quote).toBe('value 1234');
  expect(panel.selection()?.line_start).toBe(1237);
  expect(element.querySelectorAll('th')).toHaveLength(2);
});

it('finds words deep in code of thousands of lines', async () => {
  const text = `\`\`\`\n${Array.from({ length: 5000 }, (_, at) => `line ${at}\n`).join('')}\`\`\`\n`;
  const { panel } = openPanel(text);
  select(wordsRange(await allRendered(panel), 'line 4321\nline 4322'));
  expect(panel.selection()?.quote).toBe('line 4321\nline 4322');
});
