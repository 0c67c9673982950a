import { afterEach, beforeEach, expect, it } from 'vitest';

import { createFreezer, type Freezer } from './freezer.ts';

let overlay: HTMLElement;
let freezer: Freezer;
let states: boolean[];
let spin: Animation;

beforeEach(() => {
  overlay = document.createElement('nga-overlay');
  document.documentElement.append(overlay);
  states = [];
  freezer = createFreezer(overlay, (frozen) => states.push(frozen));
  spin = document.body.animate({ opacity: [0.5, 1] }, { duration: 60_000, iterations: Infinity });
});

afterEach(() => {
  freezer.close();
  spin.cancel();
  overlay.remove();
});

it('freezes and unfreezes the page by turns, also when it is toggled twice at once', async () => {
  await Promise.all([freezer.toggle(), freezer.toggle()]);
  expect(states).toEqual([true, false]);
  expect(spin.playState).toBe('running');
  await freezer.toggle();
  expect(spin.playState).toBe('paused');
});

it('unfreezes the page when the overlay is closed', async () => {
  await freezer.toggle();
  freezer.close();
  expect(spin.playState).toBe('running');
});
