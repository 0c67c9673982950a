/** What an agent does to a page as a person would. */
import type { ActionParams, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import type { Point } from '../driver/frame-places.ts';
import { keepDrawn } from '../driver/keep-drawn.ts';
import { readChord } from '../driver/keys.ts';
import type { Tab } from '../driver/tab.ts';
import { type ReadyTarget, waitForPoint, waitForTarget } from '../driver/wait-for-target.ts';

import { fillForm } from './fill-form.ts';
import type { CommandContext, Handler } from './handler.ts';
import { runAction } from './run-action.ts';
import { type } from './type.ts';
import { upload } from './upload.ts';

const click: Handler<'click'> = (params, context) =>
  atPoint(params, context, true, (tab, point) => {
    const { button, clickCount, delay: delayMs, modifiers } = params;
    return tab.mouse.click(point, { button, clickCount, delayMs, modifiers });
  });

const hover: Handler<'hover'> = (params, context) =>
  atPoint(params, context, false, (tab, point) => tab.mouse.move(point, params.modifiers));

const drag: Handler<'drag'> = (params, context) =>
  atPoint(params, context, true, (tab, _, deadline) => dragFrom(tab, params, deadline));

type AtPoint = Pick<ParamsOf<'drag'>, 'target' | 'at' | 'showCursor'> & ActionParams;

/** Acts at the point of its target, where the person sees a pointer, and says what was there. */
function atPoint(
  params: AtPoint,
  context: CommandContext,
  isPress: boolean,
  act: (tab: Tab, point: Point, deadline: Deadline) => Promise<void>,
) {
  return runAction(
    params,
    context,
    async (tab, deadline) => {
      const { target, at, showCursor } = params;
      const { point, on } = await waitForPoint(tab, target, deadline, at);
      if (showCursor) await tab.frames.call(tab.frames.main, 'showPointer', point.x, point.y, isPress);
      deadline.throwIfCancelled();
      await act(tab, point, deadline);
      return { on, x: Math.round(point.x), y: Math.round(point.y) };
    },
    { mayOpenChooser: true },
  );
}

async function dragFrom(
  tab: Tab,
  { target, at, dropOn, dropAt, path = [] }: ParamsOf<'drag'>,
  deadline: Deadline,
): Promise<void> {
  const to = dropOn === undefined ? null : await waitForPoint(tab, dropOn, deadline, dropAt);
  // Scrolling to the second target may have moved the first one.
  const { point: from, topLeft } = await waitForPoint(tab, target, deadline, at);
  const through: Point[] = path.map(({ x, y }) => ({ x: topLeft.x + x, y: topLeft.y + y }));
  const points = [from, ...through, ...(to === null ? [] : [to.point])];
  await tab.screencast.whileDrawn(() => tab.mouse.drag(points, deadline));
}

const scroll: Handler<'scroll'> = async (
  { tabId, target, pixels, wheel = false, highlightMs, timeoutMs, dialog },
  { tabs, signal, permit },
) => {
  const tab = await tabs.get(tabId);
  const work = async () => {
    const deadline = new Deadline(timeoutMs, signal, permit);
    const found = target === undefined ? null : await waitForTarget(tab, target, 'visible', deadline);
    const scrolled =
      wheel && found !== null
        ? await turnWheel(tab, found, pixels ?? 0, deadline)
        : await scrollBy(tab, found, pixels ?? null);
    if (highlightMs !== undefined && target !== undefined) {
      const { box } = await waitForTarget(tab, target, 'visible', deadline);
      await tab.frames.call(tab.frames.main, 'outline', box, highlightMs);
    }
    return scrolled;
  };
  return tab.act(() => keepDrawn(tab, work), signal, { answer: dialog });
};

async function scrollBy(
  tab: Tab,
  found: ReadyTarget | null,
  pixels: number | null,
): Promise<ResultOf<'scroll'>> {
  const frame = found?.frame ?? tab.frames.main;
  const scrolled = await tab.frames.call(frame, 'scroll', found?.target ?? null, pixels);
  if (scrolled !== null) return scrolled;
  throw new CommandError('target/stale', 'The element to scroll to is gone.', 'Take a new snapshot.');
}

async function turnWheel(
  tab: Tab,
  found: ReadyTarget,
  pixels: number,
  deadline: Deadline,
): Promise<ResultOf<'scroll'>> {
  const before = await scrollBy(tab, found, 0);
  await tab.screencast.whileDrawn(async () => {
    await tab.mouse.wheel(found.point, pixels);
    await deadline.pause(wheelMs);
  });
  const after = await scrollBy(tab, found, 0);
  return { ...after, moved: after.leftAbove - before.leftAbove };
}

/** Chrome scrolls smoothly after the wheel has turned. */
const wheelMs = 250;

const pressKey: Handler<'press_key'> = (params, context) =>
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

export const actingHandlers = {
  click,
  hover,
  drag,
  scroll,
  type,
  press_key: pressKey,
  upload,
  fill_form: fillForm,
};
