import { describe, expect, it } from 'vitest';

import { nameElement, nameTag } from './name-element.ts';

describe('the name of an element', () => {
  it.each([
    [{ tag: 'h2', role: 'heading', text: 'Documentation' }, 'heading "Documentation"', 'h2 "Documentation"'],
    [{ tag: 'img', role: 'img', name: 'Our shop' }, 'image "Our shop"', 'img "Our shop"'],
    [{ tag: 'div', role: 'button', name: 'Close', text: '×' }, 'button "Close"', 'div "Close"'],
    [{ tag: 'div' }, 'block', 'div'],
    [{ tag: 'app-card', text: 'Ada' }, 'app-card "Ada"', 'app-card "Ada"'],
  ])('of %j is %s, and %s in the source', (element, words, tag) => {
    expect([nameElement(element), nameTag(element)]).toEqual([words, tag]);
  });

  it('is short, and not cut inside of a character', () => {
    const name = nameElement({ tag: 'p', text: `${'x'.repeat(38)}😀 and more` });
    expect(name).toBe(`paragraph "${'x'.repeat(38)}…"`);
  });
});
