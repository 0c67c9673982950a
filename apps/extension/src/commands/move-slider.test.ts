import { expect, it } from 'vitest';

import { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';
import type { ReadyTarget } from '../driver/wait-for-target.ts';

import { moveSlider } from './move-slider.ts';

/** A slider from 0 to 1,000 that each arrow key moves by `step`. */
function sliderAt(start: number, step: number) {
  const slider = { value: start, keys: 0 };
  const tab = {
    frames: {
      call: async (_: unknown, name: string) => (name === 'fieldValue' ? String(slider.value) : null),
    },
    keyboard: {
      press: async ({ key }: { key: { key: string } }) => {
        slider.keys++;
        const moved = slider.value + (key.key === 'ArrowRight' ? step : -step);
        slider.value = Math.min(1_000, Math.max(0, moved));
      },
    },
  };
  const move = (wanted: number) =>
    moveSlider(
      tab as unknown as Tab,
      {} as ReadyTarget,
      wanted,
      new Deadline(5_000, new AbortController().signal),
    );
  return { slider, move };
}

it.each([
  { from: 0, to: 400, step: 1 },
  { from: 400, to: 10, step: 1 },
  { from: 0, to: 900, step: 5 },
])('moves from $from to $to with as many keys as there are steps of $step', async ({ from, to, step }) => {
  const { slider, move } = sliderAt(from, step);
  expect(await move(to)).toBeNull();
  expect(slider).toEqual({ value: to, keys: Math.abs(to - from) / step });
});

it('says what is wrong with a value that the slider does not have, and with one that is too far', async () => {
  expect(await sliderAt(0, 10).move(25)).toContain('it moved from');
  expect(await sliderAt(1_000, 1).move(1_001)).toBe('it stays at 1000');
  expect(await sliderAt(0, 1).move(900)).toBe('it would take more than 500 keys');
});
