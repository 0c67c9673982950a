import { CommandError } from '../driver/command-error.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';

import { enterText } from './enter-text.ts';
import { fillField } from './fill-field.ts';
import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const type: Handler<'type'> = (params, context) =>
  runAction(params, context, async (tab, deadline) => {
    const { target, showCursor, pressEnter, text } = params;
    const { signal } = context;
    const field = await waitForTarget(
      tab,
      target ?? 'focus',
      target === undefined ? 'visible' : 'enabled',
      deadline,
    );
    if (showCursor && target !== undefined)
      await tab.frames.call(tab.frames.main, 'showPointer', field.point.x, field.point.y, false);
    const entered = await enterText(tab, field, params, signal);
    if (entered === null) {
      // Not typed into: a slider, a select that is made of other elements, the parts of a date.
      const filled = await fillField({ tab, at: field, deadline, signal, typed: [] }, text, settable);
      if (filled !== null) return filled;
      throw new CommandError(
        'target/not-editable',
        `The ${field.on} accepts no text.`,
        'Choose a text field, or click on it first if that opens one.',
      );
    }
    const { on, value, isSecret } = { ...entered, on: field.on };
    if (!pressEnter) return { on, value, ...(isSecret && { secret: true as const }) };
    await tab.keyboard.type('\n', 0, signal);
    const after = await tab.frames.call(field.frame, 'compareField', field.target, null).catch(() => null);
    return { on, value: after?.value ?? null, ...(after?.isSecret === true && { secret: true as const }) };
  });

/** What `browser_type` sets without keys for each character. */
const settable = ['slider', 'popup', 'parts'] as const;
