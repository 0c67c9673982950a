import { afterEach, expect, it, vi } from 'vitest';

import { answerAboutHandlers } from './main-world.ts';

afterEach(() => document.body.replaceChildren());

/** The elements that have a handler, as the page agent asks for them. */
function withHandlers(...asked: Element[]): Element[] {
  const node = document.createElement('div');
  answerAboutHandlers.call(node);
  const targetRanges = asked.map(
    (element) =>
      new StaticRange({ startContainer: element, startOffset: 0, endContainer: element, endOffset: 0 }),
  );
  node.dispatchEvent(new InputEvent('ask', { targetRanges }));
  const indexes = (node.getAttribute('answer') ?? '').split(',').filter((index) => index !== '');
  return [...new Set(indexes.map((index) => asked[Math.floor(Number(index) / 2)]))].filter(
    (element) => element !== undefined,
  );
}

it('runs no getter of the page, and finds the handlers of an element that has one which throws', () => {
  const element = document.createElement('div');
  document.body.append(element);
  const get = vi.fn(() => {
    throw new Error('The page does not want this to be read.');
  });
  Object.defineProperty(element, 'state', { get, enumerable: true });
  Object.assign(element, { __click: () => undefined });
  expect(withHandlers(element)).toEqual([element]);
  expect(get).not.toHaveBeenCalled();
});

it('finds what React, Solid and Svelte keep, and nothing in an element without properties of its own', () => {
  const [react, solid, plain] = [1, 2, 3].map(() => document.createElement('div'));
  if (!react || !solid || !plain) throw new Error('There are no elements.');
  Object.assign(react, { __reactProps$x1: { onClick: () => undefined } });
  Object.assign(solid, { $$click: () => undefined });
  expect(withHandlers(react, solid, plain)).toEqual([react, solid]);
});
