import { expect, it } from 'vitest';

import { linkTo } from './link-to.ts';
import { pageKey } from './page-key.ts';
import { sampleAnnotation, uuidOf } from './testing.ts';

const id = uuidOf(1);

it.each([
  ['http://localhost:4200/cart', `http://localhost:4200/cart?annotate=${id}`],
  ['http://localhost:4200/cart?step=2', `http://localhost:4200/cart?step=2&annotate=${id}`],
  ['http://localhost:4200/#/cart?a=b#c', `http://localhost:4200/?annotate=${id}#/cart?a=b#c`],
])('a link to an annotation on %s opens the same page', (pageUrl, link) => {
  const annotation = { ...sampleAnnotation({ id, kind: 'page' }), pageUrl };
  expect(linkTo(annotation)).toBe(link);
  expect(pageKey(link)).toBe(pageKey(pageUrl));
});

it('there is no link to a comment on a document, and an id cannot add to the address', () => {
  expect(linkTo(sampleAnnotation({ kind: 'markdown' }))).toBeNull();
  const hostile = { ...sampleAnnotation({ kind: 'page' }), pageUrl: '/a', id: 'x&y=#z' };
  expect(linkTo(hostile)).toBe('/a?annotate=x%26y%3D%23z');
});
