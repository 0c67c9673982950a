import { describe, expect, it } from 'vitest';

import { highlightDiff } from './highlight-diff.ts';

const lines = [
  '--- a/x',
  '+++ b/x',
  '@@ -1,3 +1,4 @@',
  ' const a = 1;',
  '-/* the old',
  '-const = */ b();',
  '+let c = "x";',
  '+// done',
  '@@ -9 +10 @@ function x() {',
  ' return a;',
  '\\ No newline at end of file',
];

describe('a highlighted diff', () => {
  it('has every character of its lines, and a comment over several lines as one', () => {
    const tokens = highlightDiff('src/x.ts', lines);
    for (const [at, found] of tokens)
      expect(found.map(({ text }) => text).join('')).toBe(lines[at]?.slice(1));
    expect([...tokens.keys()].sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 9]);
    const kinds = (at: number, kind: string) =>
      tokens.get(at)?.flatMap((token) => (token.kind === kind ? [token.text] : []));
    expect(kinds(3, 'keyword')).toEqual(['const']);
    expect(kinds(5, 'keyword')).toEqual([]);
    expect(kinds(5, 'comment')?.join('')).toBe('const = */');
    expect(kinds(6, 'string')?.join('')).toBe('"x"');
    expect(kinds(7, 'comment')?.join('')).toBe('// done');
  });

  it.each(['a.css', 'a.html', 'Card.vue', 'Card.svelte', 'a.md', 'a.json', 'a.py'])('is %s, too', (file) => {
    const tokens = highlightDiff(file, ['@@ -1 +1 @@', '-<a b="c">', '+.d { e: "f" }']);
    expect(
      tokens
        .get(1)
        ?.map(({ text }) => text)
        .join(''),
    ).toBe('<a b="c">');
    expect(
      tokens
        .get(2)
        ?.map(({ text }) => text)
        .join(''),
    ).toBe('.d { e: "f" }');
  });

  it('is plain where the language is not known', () => {
    expect(highlightDiff('LICENSE', lines).size).toBe(0);
  });
});
