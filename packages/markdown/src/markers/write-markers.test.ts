import { describe, expect, it } from 'vitest';

import { readMarkers } from './read-markers.ts';
import { markerFor } from './syntax.ts';
import { commentOn, commentOnWords } from './testing/comments.ts';
import { rendered } from './testing/rendered.ts';
import { writeMarkers } from './write-markers.ts';

/** `^^` is where the passage ends; `placed` is the same text with `^^` where the marker goes, or none of it. */
const placements: { name: string; text: string; placed: string }[] = [
  { name: 'at the start of a line', text: 'One\n^^two\n', placed: 'One^^\ntwo' },
  { name: 'at the start of the file', text: '\n^^Two\n', placed: '\nTwo^^' },
  { name: 'at the start of a list item', text: '- ^^one\n- two\n', placed: '- one^^\n- two' },
  { name: 'between two list items', text: '- one\n^^- two\n', placed: '- one^^\n- two' },
  { name: 'between an item and its number', text: '1.^^ one\n', placed: '1. one^^' },
  { name: 'on the line of a nested item', text: '- one\n  ^^- two\n', placed: '- one^^\n  - two' },
  { name: 'at the start of a quote', text: '> ^^quoted\n> more\n', placed: '> quoted^^\n> more' },
  { name: 'in the prefix of a quote', text: '> quoted\n>^^ more\n', placed: '> quoted^^\n> more' },
  { name: 'before a lazy line', text: '> quoted\n^^lazy\n', placed: '> quoted^^\nlazy' },
  { name: 'before a setext underline', text: 'Title\n^^===\n', placed: 'Title^^\n===' },
  { name: 'in a setext underline', text: 'Title\n=^^==\n', placed: 'Title^^\n===' },
  { name: 'before the marks of a heading', text: '#^^ Title\n', placed: '# ^^Title' },
  { name: 'in the closing marks of a heading', text: '# Title #^^#\n', placed: '# Title^^ ##' },
  { name: 'before a table', text: '^^| a |\n|---|\n| b |\n', placed: '| a |\n|---|\n| b |' },
  {
    name: 'in the delimiter row of a table',
    text: '| a |\n|-^^--|\n| b |\n',
    placed: '| a^^ |\n|---|\n| b |',
  },
  {
    name: 'between rows of a table',
    text: '| a |\n|---|\n^^| b |\n| c |\n',
    placed: '| a |\n|---|\n| ^^b |\n| c |',
  },
  {
    name: 'in an escaped bar of a cell',
    text: '| a \\^^| b |\n|---|\n| c |\n',
    placed: '| a \\|^^ b |\n|---|\n| c |',
  },
  { name: 'in a task box', text: '- [^^x] done\n', placed: '- [x] ^^done' },
  { name: 'in inline code', text: 'Run `npm ^^test` now\n', placed: 'Run `npm test`^^ now' },
  {
    name: 'in a fence',
    text: 'Text\n\n```\nco^^de\n```\n\nMore\n',
    placed: 'Text\n\n```\ncode\n```\n\n^^\nMore',
  },
  {
    name: 'in the info of a fence',
    text: 'Text\n\n```j^^s\ncode\n```\n',
    placed: 'Text\n\n```js\ncode\n```\n^^',
  },
  { name: 'in a fence at the end', text: '# T\n\n```\nco^^de\n```\n', placed: '# T\n\n```\ncode\n```\n^^' },
  { name: 'in an unclosed fence', text: 'Text\n\n```\nco^^de\n', placed: 'Text\n\n^^' },
  { name: 'in indented code', text: 'Text\n\n    co^^de\n\nMore\n', placed: 'Text\n\n    code\n\n^^\nMore' },
  {
    name: 'in code of a list item',
    text: '- Text\n\n  ```\n  co^^de\n  ```\n',
    placed: '- Text^^\n\n  ```\n  code\n  ```',
  },
  {
    name: 'in front matter',
    text: '---\ntitle: T^^\n---\n\nText\n',
    placed: '---\ntitle: T\n---\n\n^^\nText',
  },
  {
    name: 'above front matter',
    text: '^^---\ntitle: T\n---\n\nText\n',
    placed: '---\ntitle: T\n---\n\nText',
  },
  { name: 'in inline math', text: 'So $a ^^+ b$ holds\n', placed: 'So^^ $a + b$ holds' },
  {
    name: 'in a math block',
    text: 'So\n\n$$\na ^^+ b\n$$\n\nholds\n',
    placed: 'So\n\n$$\na + b\n$$\n\n^^\nholds',
  },
  {
    name: 'in an address',
    text: 'See [it](https://a.te^^st) now\n',
    placed: 'See [it](https://a.test)^^ now',
  },
  { name: 'in a title', text: 'See [it](x "A ti^^tle") now\n', placed: 'See [it](x "A title")^^ now' },
  { name: 'between text and address of a link', text: 'See [it]^^(x) now\n', placed: 'See [it^^](x) now' },
  { name: 'in an autolink', text: 'See <https://a.te^^st> now\n', placed: 'See <https://a.test>^^ now' },
  { name: 'in a bare address', text: 'See https://a.te^^st/b now\n', placed: 'See https://a.test/b^^ now' },
  { name: 'in a mail address', text: 'Ask me@a.te^^st now\n', placed: 'Ask me@a.test^^ now' },
  {
    name: 'in the label of a reference',
    text: 'See [th^^is] now\n\n[this]: /x\n',
    placed: 'See [this]^^ now\n\n[this]: /x',
  },
  {
    name: 'in the label of a full reference',
    text: 'See [it][th^^is] now\n\n[this]: /x\n',
    placed: 'See [it][this]^^ now\n\n[this]: /x',
  },
  {
    name: 'in a definition',
    text: 'See [this] now\n\n[this]: /x^^y\n',
    placed: 'See [this] now^^\n\n[this]: /xy',
  },
  {
    name: 'in a footnote reference',
    text: 'So[^n^^1] it is\n\n[^n1]: Note\n',
    placed: 'So[^n1]^^ it is\n\n[^n1]: Note',
  },
  {
    name: 'in the label of a footnote',
    text: 'So[^n1] it is\n\n[^n^^1]: Note\n',
    placed: 'So[^n1] it is\n\n[^n1]: Note^^',
  },
  {
    name: 'at the start of a footnote',
    text: 'So[^n1] it is\n\n[^n1]: ^^Note\n',
    placed: 'So[^n1] it is\n\n[^n1]: Note^^',
  },
  {
    name: 'in the description of an image',
    text: 'See ![a ^^cup](c.png) now\n',
    placed: 'See ^^![a cup](c.png) now',
  },
  {
    name: 'between the marks of an image',
    text: 'See !^^[cup](c.png) now\n',
    placed: 'See ^^![cup](c.png) now',
  },
  { name: 'between the marks of strong text', text: 'A *^^*bold** word\n', placed: 'A **^^bold** word' },
  { name: 'before closing marks inside a word', text: 'A **bold^^**text\n', placed: 'A **bold**^^text' },
  { name: 'in an entity', text: 'A &am^^p; B\n', placed: 'A &amp;^^ B' },
  { name: 'in an escape', text: 'A \\^^* B\n', placed: 'A \\*^^ B' },
  { name: 'in a hard break of spaces', text: 'One ^^ \ntwo\n', placed: 'One^^  \ntwo' },
  { name: 'behind a hard break of spaces', text: 'One  ^^\ntwo\n', placed: 'One^^  \ntwo' },
  { name: 'behind a hard break of a backslash', text: 'One\\^^\ntwo\n', placed: 'One^^\\\ntwo' },
  { name: 'in a tag', text: 'A <b cl^^ass="x">b</b>\n', placed: 'A ^^<b class="x">b</b>' },
  {
    name: 'in an HTML block',
    text: 'A\n\n<div>\nte^^xt\n</div>\n\nB\n',
    placed: 'A\n\n<div>\ntext\n</div>\n\n^^\nB',
  },
  { name: 'in an HTML comment', text: 'A <!-- no^^te --> b\n', placed: 'A <!-- note -->^^ b' },
  { name: 'in a rule', text: 'A\n\n**^^*\n\nB\n', placed: 'A\n\n***\n\n^^\nB' },
  { name: 'inside of CRLF', text: 'One\r^^\ntwo\r\n', placed: 'One^^\r\ntwo' },
];

describe('a marker is not written where it would show:', () => {
  it.each(placements)('$name', ({ text: withTarget, placed }) => {
    const target = withTarget.indexOf('^^');
    const text = withTarget.replace('^^', '');
    const comment = commentOn(text, Math.max(0, target - 3), target);
    const marker = markerFor(comment.id);
    const marked = writeMarkers(text, [comment]);
    expect(rendered(withTarget.replace('^^', () => marker))).not.toEqual(rendered(text));
    expect(rendered(marked)).toEqual(rendered(text));
    expect(readMarkers(marked)).toEqual({ text, comments: [comment], problems: [] });
    expect(marked.slice(0, marked.indexOf('<!-- mdrev-data')).trimEnd().replace(marker, '^^')).toBe(
      placed.trimEnd(),
    );
  });
});

describe('a marker goes to the end of its passage', () => {
  it.each([
    'Ship the plan^^ in May\n',
    '# The plan^^ for May\n',
    'See [the plan^^](plan.md) here\n',
    '| the plan^^ | May |\n|---|---|\n| a | b |\n',
    'A *plan^^* for May\n',
    '- the plan^^\n- May\n',
    'Ship 👨‍👩‍👧^^ and 😀 today\n',
  ])('%j', (withTarget) => {
    const target = withTarget.indexOf('^^');
    const text = withTarget.replace('^^', '');
    const comment = commentOn(text, target - 3, target);
    const marked = writeMarkers(text, [comment]);
    expect(marked.startsWith(withTarget.replace('^^', markerFor(comment.id)))).toBe(true);
    expect(rendered(marked)).toEqual(rendered(text));
  });
});

it('never splits what a person sees as one character', () => {
  const text = 'Family 👨‍👩‍👧 here 😀 and cafe\u0301 there 🇩🇪🇫🇷\n';
  const whole = new Set(Array.from(new Intl.Segmenter().segment(text), ({ index }) => index));
  for (let end = 1; end <= text.length; end += 1) {
    const comment = commentOn(text, 0, end);
    const marked = writeMarkers(text, [comment]);
    expect(whole).toContain(marked.indexOf(markerFor(comment.id)));
  }
});

it('writes several markers at one position in order', () => {
  const text = 'Ship the plan in May\n';
  const comments = [1, 2, 3].map((n) => commentOn(text, 5, 13, { n }));
  const marked = writeMarkers(text, comments);
  expect(marked).toContain(`the plan${comments.map(({ id }) => markerFor(id)).join('')} in May`);
  expect(readMarkers(marked)).toEqual({ text, comments, problems: [] });
});

it.each(['stale', 'ambiguous'] as const)('gives a comment that is %s no marker', (anchorState) => {
  const text = 'Ship the plan in May\n';
  const comment = commentOn(text, 5, 13, { anchorState });
  const marked = writeMarkers(text, [comment]);
  expect(marked).not.toContain(markerFor(comment.id));
  expect(readMarkers(marked)).toEqual({ text, comments: [comment], problems: [] });
});

it('writes no marker into passages that HTML around them hides', () => {
  const text = 'Shown\n\n<div><!--\n\nhidden *words* here\n\n</div>-->\n\nShown again\n';
  const comments = ['Shown', 'hidden', 'again'].map((words, n) => commentOnWords(text, words, { n }));
  const marked = writeMarkers(text, comments);
  expect(marked).toContain('<div><!--\n\nhidden *words* here\n\n</div>-->');
  expect(marked.match(/<!-- mdrev:/g)).toHaveLength(2);
  expect(readMarkers(marked)).toEqual({ text, comments, problems: [] });
});
