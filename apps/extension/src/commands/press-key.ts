import { aimAt } from '../driver/aiming.ts';
import { Faulty } from '../driver/fault.ts';
import { readChord } from '../driver/keys.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';

export const pressKey: Handler<'press_key'> = (params, context) =>
  act(params, context, async (tab, deadline) => {
    const { key, times, target } = params;
    const { os } = await chrome.runtime.getPlatformInfo();
    const chord = readChord(key, os === 'mac');
    if (chord === null) {
      throw new Faulty(
        'key/unknown',
        `There is no key ${JSON.stringify(key)}.`,
        'Names are as in KeyboardEvent.key: Enter, ArrowDown, a, Control+Shift+K.',
      );
    }
    const { frame, target: local, on } = await aimAt(tab, target ?? 'focus', 'seen', deadline);
    if (target !== undefined) await tab.frames.call(frame, 'focusField', local, false);
    for (let count = 0; count < times; count++) {
      context.signal.throwIfAborted();
      await tab.keyboard.press(chord);
    }
    return { on };
  });
