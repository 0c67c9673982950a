import { expect, it } from 'vitest';

import { nameOfElement } from './target-words.ts';

it('calls an element what it is called inside of a component', () => {
  const box = { x: 0, y: 0, width: 80, height: 20 };
  const element = { tag: 'p', text: 'Edit this page', box };
  expect(nameOfElement({ element, description: 'p "Edit this page"' })).toBe('paragraph "Edit this page"');
  expect(nameOfElement({ description: 'p "Edit this page" in main' })).toBe('p "Edit this page" in main');
});
