import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { readChord } from '../driver/keys.ts';
import type { Tab } from '../driver/tab.ts';
import { type ReadyTarget, waitForTarget } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const type: Handler<'type'> = (params, context) =>
  runAction(params, context, async (tab, deadline) => {
    const field = await waitForTarget(
      tab,
      params.target ?? 'focus',
      params.target === undefined ? 'visible' : 'enabled',
      deadline,
    );
    if (params.showCursor && params.target !== undefined) {
      await tab.frames.call(tab.frames.main, 'showPointer', field.point.x, field.point.y, false);
    }
    const kind = await enter(tab, field, params, context.signal);
    if (params.pressEnter) await tab.keyboard.type('\n', 0, context.signal);
    const value = await tab.frames.call(field.frame, 'fieldValue', field.target).catch(() => null);
    return { on: field.on, value: kind === 'editor' && !isUpToDate(value, params.text) ? null : value };
  });

/** An editor passes its text on when it draws the next time, and then only a part of it. */
function isUpToDate(value: string | null, typed: string): boolean {
  return typed === '' ? value === '' : value?.includes(typed) === true;
}

/** Types into a field, or sets the value of one that is not typed into. Returns what kind of field it is. */
export async function enter(
  tab: Tab,
  { frame, target, on }: ReadyTarget,
  { text, clear, delay }: Pick<ParamsOf<'type'>, 'text' | 'clear' | 'delay'>,
  signal: AbortSignal,
): Promise<'text' | 'editor' | 'choice' | 'other'> {
  const field = await tab.frames.call(frame, 'focusField', target, clear);
  if (field === null) throw new CommandError('target/stale', `The ${on} is gone.`, 'Take a new snapshot.');
  if (field.state === 'not-editable') {
    throw new CommandError(
      'target/not-editable',
      `The ${on} accepts no text.`,
      'Choose a text field, or click on it first if that opens one.',
    );
  }
  if (field.kind === 'choice') {
    const problem = await tab.frames.call(frame, 'choose', target, text);
    if (problem === null) return field.kind;
    throw new CommandError(
      'target/not-editable',
      `${JSON.stringify(text)} cannot be chosen in the ${on}: ${problem}.`,
      'Type one of those.',
    );
  }
  if (clear && field.kind === 'editor') await selectAll(tab);
  if (clear && text === '')
    await tab.keyboard.press({ modifiers: [], key: { key: 'Delete', code: 'Delete', keyCode: 46 } });
  await tab.keyboard.type(text, delay, signal);
  return field.kind;
}

async function selectAll(tab: Tab): Promise<void> {
  const { os } = await chrome.runtime.getPlatformInfo();
  const chord = readChord('ControlOrMeta+a', os === 'mac');
  if (chord !== null) await tab.keyboard.press(chord);
}
