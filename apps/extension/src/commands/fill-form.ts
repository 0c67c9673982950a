import type { FieldToFill, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError, toBrowserFault } from '../driver/command-error.ts';
import type { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';
import { type ReadyTarget, waitForTarget } from '../driver/wait-for-target.ts';

import { fillField } from './fill-field.ts';
import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

type Outcome = Pick<ResultOf<'fill_form'>, 'filled' | 'failed'>;

export const fillForm: Handler<'fill_form'> = (params, context) =>
  runAction(params, context, async (tab, deadline): Promise<Outcome> => {
    const filled: Outcome['filled'] = [];
    for (const field of params.fields) {
      try {
        filled.push(await fill(tab, field, params.showCursor, deadline, context.signal));
      } catch (error) {
        deadline.throwIfCancelled();
        // What was filled before is reported too, so the command itself has not failed.
        return { filled, failed: toBrowserFault(error) };
      }
    }
    return { filled };
  });

async function fill(
  tab: Tab,
  { target, value }: FieldToFill,
  showCursor: boolean,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<Outcome['filled'][number]> {
  const field = await waitForField(tab, target, deadline);
  if (showCursor) await tab.frames.call(tab.frames.main, 'showPointer', field.point.x, field.point.y, false);
  deadline.throwIfCancelled();
  return fillField({ tab, at: field, deadline, signal }, value);
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
