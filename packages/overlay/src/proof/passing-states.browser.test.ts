import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';

import { readPassingStates } from './passing-states.ts';

const html = `
<style>
  p:hover { color: green }
  button:focus { opacity: 0.5 }
  u { color: red; &:hover { opacity: 0.5 } }
  div { u, s { &:hover { top: 1px } } }
  i { animation: turn 9s infinite linear }
  b::before { content: 'x'; animation: turn 9s infinite linear }
  @keyframes turn { to { rotate: 1turn; border-top-color: red } }
</style>
<p>Open</p> <button>Close</button> <i>Turns</i> <b>Turns too</b> <div><u>Nested</u></div>`;

type Root = HTMLElement | ShadowRoot;

/** In the page, or in a shadow root in another one. */
const places: [string, () => Root][] = [
  ['the page', addDiv],
  [
    'a shadow root in another one',
    () => {
      const inner = document.createElement('div');
      addDiv().attachShadow({ mode: 'open' }).append(inner);
      return inner.attachShadow({ mode: 'open' });
    },
  ],
];

function addDiv(): HTMLElement {
  const added = document.createElement('div');
  document.body.append(added);
  onTestFinished(() => added.remove());
  return added;
}

function show(place: () => Root): (selector: string) => HTMLElement {
  const root = place();
  root.innerHTML = html;
  return (selector) => {
    const found = root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`There is no ${selector}.`);
    return found;
  };
}

it.each(places)('knows what an animation sets in %s', (_, place) => {
  const $ = show(place);
  const { animatedOf, isAnimated } = readPassingStates(document);
  expect([...animatedOf($('i'))]).toEqual(expect.arrayContaining(['rotate', 'border-top-color']));
  expect([isAnimated($('b'), '::before'), isAnimated($('b'), '::after')]).toEqual([true, false]);
  expect(animatedOf($('b')).size).toBe(0);
});

it.each(places)('knows what is set by rules for the pointer and the focus in %s', async (_, place) => {
  const $ = show(place);
  $('button').focus();
  await userEvent.hover($('p'));
  const { propertiesOf } = readPassingStates(document);
  expect([...propertiesOf($('p'))]).toEqual(['color']);
  expect([...propertiesOf($('button'))]).toEqual(['opacity']);
  expect(propertiesOf($('i')).size).toBe(0);
});

it.each(places)('knows what nested rules set for the pointer in %s', async (_, place) => {
  const $ = show(place);
  await userEvent.hover($('u'));
  expect([...readPassingStates(document).propertiesOf($('u'))]).toEqual(['opacity', 'top']);
});

it.each(places)('tells when the pointer or the focus has moved inside of %s', async (_, place) => {
  const $ = show(place);
  await userEvent.hover($('p'));
  const pointed = readPassingStates(document);
  expect(pointed.isCurrent()).toBe(true);
  await userEvent.hover($('i'));
  expect(pointed.isCurrent()).toBe(false);
  const unfocused = readPassingStates(document);
  $('button').focus();
  expect(unfocused.isCurrent()).toBe(false);
});

it('knows nothing of an element that has left the page', () => {
  const left = document.createElement('div');
  left.innerHTML = html;
  const { propertiesOf, animatedOf } = readPassingStates(document);
  expect([propertiesOf(left).size, animatedOf(left).size]).toEqual([0, 0]);
});
