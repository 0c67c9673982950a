import type { TypeParams } from '@annotate-mcp/browser-protocol';

import { type Aimed, aimAt } from '../driver/aiming.ts';
import { Faulty } from '../driver/fault.ts';
import type { Tab } from '../driver/tab.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';

export const type: Handler<'type'> = (params, context) =>
  act(params, context, async (tab, deadline) => {
    const aimed = await aimAt(
      tab,
      params.target ?? 'focus',
      params.target === undefined ? 'seen' : 'keys',
      deadline,
    );
    if (params.showCursor && params.target !== undefined) {
      await tab.frames.call(tab.frames.main, 'showPointer', aimed.point.x, aimed.point.y, false);
    }
    await enter(tab, aimed, params, context.signal);
    if (params.pressEnter) await tab.keyboard.type('\n', 0, context.signal);
    const value = await tab.frames.call(aimed.frame, 'fieldValue', aimed.target).catch(() => null);
    return { on: aimed.on, value };
  });

async function enter(
  tab: Tab,
  { frame, target, on }: Aimed,
  { text, clear, delay }: TypeParams,
  signal: AbortSignal,
): Promise<void> {
  const field = await tab.frames.call(frame, 'focusField', target, clear);
  if (field === null) throw new Faulty('target/stale', `The ${on} went away.`, 'Take a new snapshot.');
  if (field.state === 'not-editable') {
    throw new Faulty(
      'target/not-editable',
      `The ${on} takes no text.`,
      'Choose a text field, or click on it first if that opens one.',
    );
  }
  if (field.kind === 'choice') {
    const problem = await tab.frames.call(frame, 'choose', target, text);
    if (problem === null) return;
    throw new Faulty(
      'target/not-editable',
      `${JSON.stringify(text)} cannot be chosen in the ${on}: ${problem}.`,
      'Type one of those.',
    );
  }
  if (clear && text === '')
    await tab.keyboard.press({ modifiers: [], key: { key: 'Delete', code: 'Delete', keyCode: 46 } });
  await tab.keyboard.type(text, delay, signal);
}
