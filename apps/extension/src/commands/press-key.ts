import { CommandError } from '../driver/command-error.ts';
import { readChord } from '../driver/keys.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const pressKey: Handler<'press_key'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab, deadline) => {
      const { key, times, target } = params;
      const { os } = await chrome.runtime.getPlatformInfo();
      const chord = readChord(key, os === 'mac');
      if (chord === null) {
        throw new CommandError(
          'key/unknown',
          `There is no key ${JSON.stringify(key)}.`,
          'Names are as in KeyboardEvent.key: Enter, ArrowDown, a, Control+Shift+K.',
        );
      }
      const { frame, target: local, on } = await waitForTarget(tab, target ?? 'focus', 'visible', deadline);
      if (target !== undefined) await tab.frames.call(frame, 'focusField', local, false);
      for (let count = 0; count < times; count++) {
        context.signal.throwIfAborted();
        await tab.keyboard.press(chord);
      }
      return { on };
    },
    { mayOpenChooser: true },
  );
