import type { FieldToFill, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError, toBrowserFault } from '../driver/command-error.ts';
import type { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';
import { type ReadyTarget, waitForTarget } from '../driver/wait-for-target.ts';

import { otherValueError } from './enter-text.ts';
import { fillField } from './fill-field.ts';
import type { Filling, TypedField } from './filling.ts';
import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

type Outcome = Pick<ResultOf<'fill_form'>, 'filled' | 'failed'>;

export const fillForm: Handler<'fill_form'> = (params, context) =>
  runAction(params, context, async (tab, deadline): Promise<Outcome> => {
    const filled: Outcome['filled'] = [];
    const typed: TypedField[] = [];
    /** Which of the fields each of those is. */
    const places: number[] = [];
    for (const [index, field] of params.fields.entries()) {
      try {
        filled.push(await fill({ tab, deadline, signal: context.signal, typed }, field, params.showCursor));
        while (places.length < typed.length) places.push(index);
      } catch (error) {
        deadline.throwIfCancelled();
        // What was filled before is reported too, so the command itself has not failed.
        return { filled, failed: toBrowserFault(error) };
      }
    }
    const changed = await leave(tab, typed);
    if (changed !== null)
      return { filled: filled.slice(0, places[changed.index]), failed: toBrowserFault(changed.error) };
    return { filled };
  });

async function fill(
  { tab, deadline, ...filling }: Omit<Filling, 'at'>,
  { target, value }: FieldToFill,
  showCursor: boolean,
): Promise<Outcome['filled'][number]> {
  const field = await waitForField(tab, target, deadline);
  if (showCursor) await tab.frames.call(tab.frames.main, 'showPointer', field.point.x, field.point.y, false);
  deadline.throwIfCancelled();
  return fillField({ ...filling, tab, at: field, deadline }, value);
}

/**
 * Leaves the last field, as a person does, and looks at all that were typed into: some take or change their value then.
 * Returns the first that holds something else.
 */
async function leave(
  tab: Tab,
  typed: readonly TypedField[],
): Promise<{ readonly index: number; readonly error: CommandError } | null> {
  const last = typed.at(-1);
  if (last !== undefined)
    await tab.frames.call(last.at.frame, 'leaveField', last.at.target).catch(() => null);
  for (const [index, { at, wanted }] of typed.entries()) {
    const look = index === typed.length - 1 ? 'settledField' : 'compareField';
    const held = await tab.frames.call(at.frame, look, at.target, wanted).catch(() => null);
    if (held?.holds === 'other' && wanted !== null)
      return { index, error: otherValueError(at.on, wanted, held, 'once') };
  }
  return null;
}

/** A field need not be visible: a check box may be hidden behind its label. */
async function waitForField(
  tab: Tab,
  target: FieldToFill['target'],
  deadline: Deadline,
): Promise<ReadyTarget> {
  if (target.by !== 'label') return waitForTarget(tab, target, 'present', deadline);
  for (;;) {
    const { ref, problem } = await findInFrames(tab, target.label);
    if (ref !== null) return waitForTarget(tab, { by: 'ref', ref }, 'present', deadline);
    if (deadline.isOver)
      throw new CommandError(
        'target/none',
        `Nothing was filled in: ${problem}.`,
        'Look at the form with browser_get_accessibility_tree, and name the field by its ref.',
      );
    await deadline.pause(100, tab.navigation.next());
  }
}

async function findInFrames(tab: Tab, label: string): Promise<{ ref: string | null; problem: string }> {
  let problem = '';
  for (const frame of tab.frames.all) {
    const found = await tab.frames.call(frame, 'findField', label).catch(() => null);
    if (found === null) continue;
    if ('ref' in found)
      return { ref: frame.number === 0 ? found.ref : `f${frame.number}${found.ref}`, problem };
    // The page's own problem is told rather than that of a frame.
    problem ||= found.problem;
  }
  return { ref: null, problem };
}
