/** Moves a slider that is made of other elements to a value, by the keyboard: how far a drag must go is not known. */
import type { Deadline } from '../driver/deadline.ts';
import { keyFor } from '../driver/keys.ts';
import type { Tab } from '../driver/tab.ts';
import type { ReadyTarget } from '../driver/wait-for-target.ts';

/** More keys would take too long. */
const mostKeys = 500;

/** Returns what is wrong, or `null`. */
export async function moveSlider(
  tab: Tab,
  slider: ReadyTarget,
  wanted: number,
  deadline: Deadline,
): Promise<string | null> {
  await tab.frames.call(slider.frame, 'focusField', slider.target, false);
  let now = await readSlider(tab, slider);
  let keys = 1;
  let pressed = 0;
  while (now !== null && now !== wanted) {
    deadline.throwIfCancelled();
    pressed += keys;
    if (pressed > mostKeys) return `it would take more than ${mostKeys} keys`;
    await pressTimes(tab, wanted > now ? 'ArrowRight' : 'ArrowLeft', keys);
    const moved = await readChanged(tab, slider, now, deadline);
    if (moved === null || moved === now) return `it stays at ${now}`;
    const left = Math.abs(wanted - moved);
    if (left >= Math.abs(wanted - now)) return `it moved from ${now} to ${moved}`;
    const step = Math.abs(moved - now) / keys;
    // One that has gone too far, or would, has no such value; the next single step tells.
    keys = Math.max(1, Math.floor(left / step));
    now = moved;
  }
  return now === null ? 'it does not say its value' : null;
}

async function pressTimes(tab: Tab, name: string, times: number): Promise<void> {
  const key = keyFor(name);
  if (key === null) return;
  for (let count = 0; count < times; count++) await tab.keyboard.press({ modifiers: [], key });
}

/** A page may move the slider a moment after the key. */
async function readChanged(
  tab: Tab,
  slider: ReadyTarget,
  before: number,
  deadline: Deadline,
): Promise<number | null> {
  let now: number | null = before;
  for (let round = 0; round < 20 && now === before; round++) {
    if (round > 0) await deadline.pause(50);
    now = await readSlider(tab, slider);
  }
  return now;
}

async function readSlider(tab: Tab, { frame, target }: ReadyTarget): Promise<number | null> {
  const text = await tab.frames.call(frame, 'fieldValue', target);
  return text === null || text === '' ? null : Number(text);
}
