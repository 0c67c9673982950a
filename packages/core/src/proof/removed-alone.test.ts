import { expect, it } from 'vitest';

import { isRemovedAlone } from './removed-alone.ts';
import { node, recordOf, type TestNode } from './testing.ts';

const header = node('header', {}, [node('h1', { text: 'Shop' })]);
const hint = node('p', { text: 'Roasted on Monday' });
const card = (...children: TestNode[]) => node('section', {}, [node('h2', { text: 'Offer' }), ...children]);
const page = (...children: TestNode[]) => recordOf(node('body', {}, [header, ...children]));
const before = page(node('main', {}, [card(node('p', { target: true, text: 'Today' })), hint]));

it.each([
  ['it is all that is gone', page(node('main', {}, [card(), hint])), true],
  ['what it was in is gone', page(node('main', {}, [hint])), true],
  ['something else is gone as well', page(node('main', {}, [card()])), false],
  ['something came in its place', page(node('main', {}, [card(node('hr')), hint])), false],
  ['the page shows that it loads', page(node('progress')), false],
  ['it is there', before, false],
])('%s', (_, after, isAlone) => {
  expect(isRemovedAlone(before, after)).toBe(isAlone);
});
