import { describe, expect, it } from 'vitest';

import { anchorAt, createReanchor } from './anchors.ts';
import { blocksOf } from './blocks.ts';

const plan = '\uFEFF# Plan\r\n\r\nWe ship in *May*.\r\nThen we rest.\r\n\r\n## Cost\r\n\r\nNothing.\r\n';

function anchorOf(text: string, quote: string) {
  const start = text.indexOf(quote);
  return anchorAt(text, blocksOf(text), start, start + quote.length);
}

describe('anchorAt', () => {
  it('says where the words are, in lines, in the raw text and in blocks', () => {
    expect(anchorOf(plan, '*May*.\r\nThen')).toEqual({
      line_start: 3,
      line_end: 4,
      char_start: 22,
      char_end: 34,
      block_id: 'p-plan-1',
      quote: '*May*.\r\nThen',
      context_before: '\uFEFF# Plan\r\n\r\nWe ship in ',
      context_after: ' we rest.\r\n\r\n## Cost\r\n\r\nNothing.\r\n',
    });
  });

  it.each([
    { name: 'white space at its ends', text: 'a  big  b', start: 1, end: 8, quote: 'big' },
    { name: 'line endings at its ends', text: 'a\r\n\r\nb\r\n', start: 1, end: 8, quote: 'b' },
    { name: 'a byte order mark', text: '\uFEFFa b', start: 0, end: 2, quote: 'a' },
  ])('leaves out $name', ({ text, start, end, quote }) => {
    expect(anchorAt(text, blocksOf(text), start, end).quote).toBe(quote);
  });

  it.each([
    { name: 'half a surrogate pair', text: 'a 😀 b', start: 3, end: 4, quote: '😀' },
    { name: 'a letter without its accent', text: 'cafe\u0301', start: 0, end: 4, quote: 'cafe\u0301' },
    { name: 'a part of a family', text: 'x 👩‍👩‍👧 y', start: 4, end: 5, quote: '👩‍👩‍👧' },
  ])('widens $name to whole characters', ({ text, start, end, quote }) => {
    expect(anchorAt(text, blocksOf(text), start, end).quote).toBe(quote);
  });

  it('ends at the end of the text, whatever it is asked for', () => {
    expect(anchorAt('one two', blocksOf('one two'), 4, 99).quote).toBe('two');
  });

  it('refuses what is white space only', () => {
    expect(() => anchorAt('a   b', blocksOf('a   b'), 1, 4)).toThrow(RangeError);
  });
});

describe('createReanchor', () => {
  const anchor = anchorOf(plan, 'We ship in *May*');
  const reanchored = (text: string, lastSeenText?: string) =>
    createReanchor(text, blocksOf(text), lastSeenText)(anchor);

  it.each([
    { from: 'Every tenant', to: 'Nobody at all', now: 'Nobody at all has its own schema' },
    { from: 'own schema', to: 'private databases', now: 'Every tenant has its private databases' },
  ])('covers whole words after "$from" became "$to"', ({ from, to, now }) => {
    const before = '# Tenants\n\nIn short: Every tenant has its own schema, and that is it.\n';
    const text = before.replace(from, to);
    const tenant = anchorOf(before, 'Every tenant has its own schema');
    const result = createReanchor(text, blocksOf(text), before)(tenant);
    const { char_start, char_end } = result.anchor;
    expect([result.anchorState, text.slice(char_start, char_end)]).toEqual(['placed', now]);
  });

  it('leaves an anchor of the same text as it is', () => {
    expect(reanchored(plan)).toMatchObject({ anchor, anchorState: 'placed' });
  });

  it('follows its passage to another line, another heading and other neighbours', () => {
    const text = `${plan.slice(0, 7)}\r\n\r\nNew.\r\n\r\n### Dates\r\n\r\nWe ship in *May*.\r\nThey say so.\r\n`;
    expect(reanchored(text, plan)).toMatchObject({
      anchorState: 'placed',
      anchor: {
        line_start: 7,
        char_start: text.indexOf('We ship'),
        block_id: 'p-dates-1',
        quote: 'We ship in *May*',
        context_after: '.\r\nThey say so.\r\n',
      },
    });
  });

  it('keeps the quote when its words were changed, and points at what they are now', () => {
    const text = plan.replace('*May*', '*June*');
    const { anchor: now, anchorState } = reanchored(text, plan);
    expect(anchorState).toBe('placed');
    expect(now.quote).toBe('We ship in *May*');
    expect(text.slice(now.char_start, now.char_end)).toBe('We ship in *June*');
  });

  it('is stale with everything kept while its text is gone, and revives when that returns', () => {
    const gone = plan.replace('We ship in *May*.\r\nThen we rest.', 'Nobody knows anything at all by now.');
    const lost = reanchored(gone, plan);
    expect(lost).toMatchObject({ anchor, anchorState: 'stale' });
    expect(createReanchor(plan, blocksOf(plan), gone)(lost.anchor)).toMatchObject({
      anchor,
      anchorState: 'placed',
    });
  });

  it('is ambiguous where its words stand twice and nothing tells them apart', () => {
    const short = anchorOf(
      'alpha\n\nthese are the very same words here\n\nomega\n',
      'these are the very same words here',
    );
    const text =
      'one\n\nthese are the very same words here\n\ntwo\n\nthese are the very same words here\n\nthree\n';
    expect(createReanchor(text, blocksOf(text))(short)).toEqual({ anchor: short, anchorState: 'ambiguous' });
  });

  it('is led by the block where that is the only one of its kind under its heading', () => {
    const text = '# A\n\nalpha same words omega\n\n# B\n\nx\n';
    const inA = anchorOf(text, 'same words');
    const edited = '# New\n\n1 same words 2\n\n# A\n\n3 same words 4\n\n# B\n\nx\n';
    const { anchor: now } = createReanchor(edited, blocksOf(edited))(inA);
    expect(now.block_id).toBe('p-a-1');
    expect(now.char_start).toBe(edited.lastIndexOf('same words'));
  });

  describe('when its paragraph is gone and a similar one is elsewhere', () => {
    const entry = (port: number, name: string) =>
      `The ${name} listens on port ${port}, and it writes its log to the folder of the project.`;
    const before = `# Parts\n\n${entry(4100, 'hub')}\n\nOne more line.\n\n# Later\n\nThe end.\n`;
    const without = before.replace(`${entry(4100, 'hub')}\n\n`, '');
    const cases = [
      {
        name: 'is stale beside one that was written anew with some of its words',
        added: 'Each browser listens to the hub, and it sends its log to the console of the page.',
        expected: 'stale',
      },
      {
        name: 'is stale where only the quoted words are used again',
        quote: 'the folder of the project',
        added: 'Nothing is written outside of the folder of the project unless you ask for it.',
        expected: 'stale',
      },
      { name: 'follows the moved paragraph', added: entry(4100, 'hub'), expected: entry(4100, 'hub') },
      {
        name: 'follows the moved paragraph with an edited word',
        added: entry(4100, 'hub').replace('folder', 'directory'),
        expected: entry(4100, 'hub').replace('folder', 'directory'),
      },
      {
        name: 'follows words of a paragraph that was moved and edited',
        quote: 'writes its log',
        added: entry(4200, 'hub'),
        expected: 'writes its log',
      },
      {
        name: 'follows the sentence into another paragraph',
        added: `As a reminder: ${entry(4100, 'hub')} That is all.`,
        expected: entry(4100, 'hub'),
      },
    ];

    it.each(cases)('$name', ({ quote = entry(4100, 'hub'), added, expected }) => {
      const text = without.replace('The end.', `${added}\n\nThe end.`);
      const result = createReanchor(text, blocksOf(text), before)(anchorOf(before, quote));
      const { char_start, char_end } = result.anchor;
      const now = result.anchorState === 'placed' ? text.slice(char_start, char_end) : result.anchorState;
      expect(now).toBe(expected);
    });
  });

  it('keeps what a newer release has noted in an anchor', () => {
    const newer = { ...anchor, mood: 'calm' };
    expect(createReanchor(plan, blocksOf(plan))(newer).anchor).toHaveProperty('mood', 'calm');
  });
});
