import { afterEach, beforeEach, expect, it } from 'vitest';

import { checkTarget } from './check-target.ts';

const target = { by: 'selector', selector: '#target' } as const;
const check = () => checkTarget(target, 'visible', false);
const moving = { state: 'fault', fault: { code: 'target/moving' } };

beforeEach(() => {
  document.body.innerHTML = '<main><button id="target">Buy</button></main>';
});
afterEach(() => {
  document.body.replaceChildren();
});

function slide(selector: string): Animation {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`There is no ${selector}.`);
  return element.animate([{ translate: '0' }, { translate: '300px' }], { duration: 200, fill: 'forwards' });
}

it('takes an element that rests at the second look', () => {
  expect(check()).toMatchObject(moving);
  expect(check()).toMatchObject({ state: 'ready' });
});

it.each(['#target', 'main'])(
  'takes no element while %s is animated, also when two looks fall into one frame',
  async (selector) => {
    const animation = slide(selector);
    expect(check()).toMatchObject(moving);
    expect(check()).toMatchObject(moving);
    await animation.finished;
    check();
    expect(check()).toMatchObject({ state: 'ready' });
  },
);
