import { expect, it } from 'vitest';

import { describeAnchor } from './anchor.ts';
import { locateAnchor } from './locate.ts';

const document = `# Guide

Some words about why there is a guide.

## Options considered

There are three of them, and each has a price.

## Rollout and monitoring

Ship to one region first and watch it for a day.
`;

function follow(quote: string, text: string): string {
  const start = document.indexOf(quote);
  const anchor = describeAnchor(document, start, start + quote.length);
  const placement = locateAnchor(anchor, text, { lastSeenText: document });
  return placement.state === 'placed' ? text.slice(placement.start, placement.end) : placement.state;
}

it.each([
  ['Options considered', 'Options'],
  ['## Options considered', '## Options'],
  ['Rollout and monitoring', 'Rollout'],
])('the heading "%s" is found when only its first word is left', (quote, left) => {
  expect(follow(quote, document.replace(quote, left))).toBe(left);
});

it('is found when its level changed as well', () => {
  const text = document.replace('## Options considered', '### Options');
  expect(follow('## Options considered', text)).toBe('### Options');
});

it('is found when the text below it was written anew as well', () => {
  const text = document
    .replace('Options considered', 'Options')
    .replace('There are three', 'We looked at two');
  expect(follow('Options considered', text)).toBe('Options');
});

it.each([
  ['with another first word', '## Opt'],
  ['with other words', '## Prices'],
])('a heading %s is not it', (_, heading) => {
  const text = document.replace('## Options considered', heading);
  expect(follow('Options considered', text)).toBe('stale');
});

it('a word that is gone from it is not there any more', () => {
  expect(follow('considered', document.replace('Options considered', 'Options'))).toBe('stale');
});

it('a heading with its first word at another place is not it', () => {
  const text = `${document.replace('## Options considered\n\n', '')}\n## Options\n\nTo be written.\n`;
  expect(follow('Options considered', text)).toBe('stale');
});
