import { describe, expect, it } from 'vitest';

import { readFrontMatter } from './front-matter.ts';

const text = (...lines: string[]) => ['---', ...lines, '---', '', 'The body.', ''].join('\n');

describe('front matter', () => {
  it('is read with plain and quoted values, and the body without it', () => {
    const { fields, body, problems } = readFrontMatter(text('name: open', "argument-hint: '[it''s: a]'"));
    expect(problems).toEqual([]);
    expect([...fields]).toEqual([
      ['name', 'open'],
      ['argument-hint', "[it's: a]"],
    ]);
    expect(body).toBe('The body.');
  });

  it.each([
    { name: 'a value that YAML takes for a list', line: 'argument-hint: [file]' },
    { name: 'a value that YAML takes for a map', line: 'description: Use it: always' },
    { name: 'a value that ends like a key', line: 'description: Use it:' },
    { name: 'a value with a comment in it', line: 'description: Use it # not' },
    { name: 'a quote that does not end', line: "description: 'Use it" },
    { name: 'words behind a quote', line: "description: 'Use' it" },
    { name: 'double quotes, in which a backslash means something', line: 'description: "Use it"' },
    { name: 'no value', line: 'description:' },
    { name: 'a block', line: 'description: |' },
    { name: 'an alias', line: 'description: *it' },
    { name: 'a capital letter', line: 'Description: Use it' },
    { name: 'no key', line: 'Use it' },
    { name: 'an indented line', line: '  description: Use it' },
  ])('with $name is refused', ({ line }) => {
    expect(readFrontMatter(text(line)).problems).toEqual([`has a line that is not "name: value": ${line}`]);
  });

  it('that says something twice is refused', () => {
    expect(readFrontMatter(text('name: a', 'name: b')).problems).toEqual(['says name twice']);
  });

  it.each(['The body.', '---\nname: a\n', '\n---\nname: a\n---\n'])('is missed in %j', (missing) => {
    expect(readFrontMatter(missing).problems).toEqual(['has no front matter between lines of ---']);
  });
});
