import { expect, it } from 'vitest';

import { nameOfElement, otherPlaceOf } from './target-words.ts';

it('calls an element what it is called inside of a component', () => {
  const box = { x: 0, y: 0, width: 80, height: 20 };
  const element = { tag: 'p', text: 'Edit this page', box };
  expect(nameOfElement({ element, description: 'p "Edit this page"' })).toBe('paragraph "Edit this page"');
  expect(nameOfElement({ description: 'p "Edit this page" in main' })).toBe('p "Edit this page" in main');
});

const place = (file: string, line: number) => ({ file, line, column: 3 });
const box = { x: 0, y: 0, width: 80, height: 20 };
const target = {
  componentName: 'Row',
  selector: 'Row',
  componentFilePath: 'src/row.tsx',
  inputs: {},
  domSnapshot: '<li></li>',
  componentTreePath: [],
  element: { tag: 'li', box },
  sourceLocation: place('src/row.tsx', 5),
};

it.each([
  {
    name: 'where a part of a kit is written',
    target: { ...target, usedAt: place('src/list.tsx', 9), uses: [place('src/list.tsx', 9)] },
    expected: { path: 'src/row.tsx:5', about: 'written in' },
  },
  {
    name: 'where the component is used whose root it is',
    target: { ...target, usedAt: place('src/list.tsx', 9) },
    expected: { path: 'src/list.tsx:9', about: 'used in' },
  },
  {
    name: 'nothing for an element further in',
    target: {
      ...target,
      usedAt: place('src/list.tsx', 9),
      element: { tag: 'b', box, html: '<b></b>' },
    },
    expected: null,
  },
  { name: 'nothing where no place of use is known', target, expected: null },
  {
    name: 'nothing for what a library draws',
    target: { ...target, sourceLocation: undefined, uses: [place('src/list.tsx', 9)] },
    expected: null,
  },
])('names beside the place to edit $name', ({ target: { sourceLocation, ...rest }, expected }) => {
  expect(otherPlaceOf({ ...rest, ...(sourceLocation && { sourceLocation }) })).toEqual(expected);
});
