import { describe, expect, it } from 'vitest';

import { understand } from './rules.ts';

const replace = (from: string, to: string) => ({ kind: 'replace', from, to });

describe('understand', () => {
  it.each([
    ['replace "Foo" with "Bar"', replace('Foo', 'Bar')],
    ['Please replace “Specail offer” with “Special offer”.', replace('Specail offer', 'Special offer')],
    ['Replace „Foo“ by „Bar“, please', replace('Foo', 'Bar')],
    ["rename 'Add' to 'Add to cart'", replace('Add', 'Add to cart')],
    ['change `price` into `cost`', replace('price', 'cost')],
    ['the title “Foo” should be “Bar”', replace('Foo', 'Bar')],
    ['"Foo" -> "Bar"', replace('Foo', 'Bar')],
    ['replace "Foo " with ""', replace('Foo ', '')],
    ['replace "don\'t" with "do not"', replace("don't", 'do not')],
    ['rename Specail to Special', replace('Specail', 'Special')],
    ['rename Night Ferry to "Morning Ferry"', replace('Night Ferry', 'Morning Ferry')],
  ])('takes %j as a replacement', (words, request) => {
    expect(understand(words)).toEqual(request);
  });

  it.each([
    'make it say "Buy"',
    'This should read “Buy”.',
    'rename the heading to "Buy"',
    'change it to Buy',
    'it says nothing now: make this button say "Buy"!',
  ])('takes %j as new text for the element itself', (words) => {
    expect(understand(words)).toEqual({ kind: 'say', to: 'Buy' });
  });

  it('takes the selected text for what "it" is', () => {
    expect(understand('replace it with "Buy"', 'Add')).toEqual(replace('Add', 'Buy'));
    expect(understand('make it say "Buy"', 'Add')).toEqual(replace('Add', 'Buy'));
  });

  it.each(['never mind', 'Nevermind.', "won't do", 'forget it', 'Please leave it as it is'])(
    'drops the request on %j',
    (words) => {
      expect(understand(words)).toEqual({ kind: 'drop' });
    },
  );

  it.each(['nicer please', 'is "Foo" right?', 'replace "" with "Bar"', 'replace "A" "B" with "C"', ''])(
    'does not guess at %j',
    (words) => {
      expect(understand(words)).toEqual({ kind: 'unclear' });
    },
  );

  it('does not read what is inside of quotes', () => {
    expect(understand('replace "never mind" with "rename A to B"')).toEqual(
      replace('never mind', 'rename A to B'),
    );
  });
});
