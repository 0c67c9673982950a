/** From what a command names to a point in the tab's viewport: waits until it can be used, or says why it cannot. */
import type { ElementTarget, Target } from '@annotate-mcp/browser-protocol';

import type { Box, Need } from '../page-agent/aim.ts';
import type { Fault, LocalTarget } from '../page-agent/locate.ts';

import { Faulty } from './fault.ts';
import type { Frame } from './frames.ts';
import type { Point } from './mouse.ts';
import type { Tab } from './tab.ts';
import type { Deadline } from './wait.ts';

export interface Aimed {
  readonly frame: Frame;
  readonly target: LocalTarget;
  readonly on: string;
  /** In the tab's viewport. */
  readonly point: Point;
  readonly box: Box;
}

export async function aimAt(
  tab: Tab,
  target: ElementTarget | 'focus',
  need: Need,
  deadline: Deadline,
): Promise<Aimed> {
  for (let round = 0; ; round++) {
    // Who gives no time cannot be told whether it moves; whoever waited to the end was told that it does.
    const tried = await tryAim(tab, target, need, round === 0 && deadline.isOver);
    deadline.throwIfCancelled();
    if ('point' in tried) return tried;
    if (!tried.passing || deadline.isOver) throw new Faulty(tried.code, tried.message, tried.hint);
    await deadline.pause(round === 0 ? 16 : 60, tab.navigation.next());
  }
}

/** A point is taken as it is: whoever names one has seen what is there. */
export async function pointFor(
  tab: Tab,
  target: Target,
  deadline: Deadline,
): Promise<{ point: Point; on: string }> {
  if (target.by !== 'point') return aimAt(tab, target, 'pointer', deadline);
  const { x, y } = target;
  const { on } = await tab.frames.call(tab.frames.main, 'frameAt', x, y);
  return { point: { x, y }, on };
}

/** Whether somebody could see it now, in whatever frame it is. */
export async function isSeen(tab: Tab, target: ElementTarget): Promise<boolean> {
  const tried = await tryAim(tab, target, 'there', true).catch((error: unknown) => {
    // A document on its way out has nothing to show.
    if (error instanceof Faulty || error instanceof Error) return null;
    throw error;
  });
  if (tried === null || !('point' in tried)) return false;
  return tab.frames.call(tried.frame, 'isVisible', tried.target).catch(() => false);
}

async function tryAim(
  tab: Tab,
  target: ElementTarget | 'focus',
  need: Need,
  atRestAnyway: boolean,
): Promise<Aimed | Fault> {
  let { frame, local } = startOf(tab, target);
  for (;;) {
    const answer = await tab.frames.call(frame, 'aim', local, need, atRestAnyway);
    if (answer.state === 'fault') return answer.fault;
    if (answer.state === 'ready') return place(tab, frame, local, answer, need);
    const inner = await innerFrame(tab, frame, 'frameToEnter()');
    if (inner === null) return noFrame;
    frame = inner;
    local = answer.next;
  }
}

function startOf(tab: Tab, target: ElementTarget | 'focus'): { frame: Frame; local: LocalTarget } {
  if (target === 'focus') return { frame: tab.frames.main, local: { by: 'focus' } };
  if (target.by !== 'ref') return { frame: tab.frames.main, local: target };
  const [, number = '0', ref] = /^(?:f(\d+))?(e\d+)$/.exec(target.ref) ?? [];
  const frame = tab.frames.byNumber(Number(number));
  if (ref !== undefined && frame !== null) return { frame, local: { by: 'ref', ref } };
  throw new Faulty(
    'target/stale',
    ref === undefined ? `"${target.ref}" is no ref.` : `The frame of ref ${target.ref} is gone.`,
    'Take a new snapshot with browser_get_accessibility_tree and use a ref from it, such as e12.',
  );
}

async function innerFrame(tab: Tab, frame: Frame, expression: string): Promise<Frame | null> {
  const handle = await tab.frames.handle(frame, expression);
  return handle === null ? null : tab.frames.contentOf(frame, handle);
}

const noFrame: Fault = {
  code: 'target/none',
  message: 'The frame that the selector leads into has no document yet.',
  hint: 'Wait until it has loaded.',
  passing: true,
};

async function place(
  tab: Tab,
  frame: Frame,
  target: LocalTarget,
  { on, x, y, box }: { on: string; x: number; y: number; box: Box },
  need: Need,
): Promise<Aimed | Fault> {
  const offset = await offsetOf(tab, frame);
  const point = { x: x + offset.x, y: y + offset.y };
  const placed = { frame, target, on, point, box: { ...box, x: box.x + offset.x, y: box.y + offset.y } };
  if (frame.number === 0 || need !== 'pointer') return placed;
  const cover = await coverOf(tab, frame, point);
  if (cover === null) return placed;
  return {
    code: 'target/covered',
    message: `The ${on} in a frame is covered by ${cover}.`,
    hint: 'Close or move what covers it, or scroll the page.',
    passing: true,
  };
}

/** What lies over a frame at this point of the tab, in any of the documents it is in. */
async function coverOf(tab: Tab, frame: Frame, point: Point): Promise<string | null> {
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  if (parent === null) return null;
  const { x, y } = await offsetOf(tab, parent);
  const { isFrame, on } = await tab.frames.call(parent, 'frameAt', point.x - x, point.y - y);
  return isFrame ? coverOf(tab, parent, point) : on;
}

/** Where a frame's viewport begins in that of the tab. */
export async function offsetOf(tab: Tab, frame: Frame): Promise<Point> {
  if (frame.number === 0) return { x: 0, y: 0 };
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  const session = parent?.session;
  const { backendNodeId } = await tab.cdp.send('DOM.getFrameOwner', { frameId: frame.id }, session);
  const { model } = await tab.cdp.send('DOM.getBoxModel', { backendNodeId }, session);
  const [x = 0, y = 0] = model.content;
  // The box counts from the parent's process: what is above that process is added.
  const root = processRoot(tab, parent);
  const above = root === null ? { x: 0, y: 0 } : await offsetOf(tab, root);
  return { x: x + above.x, y: y + above.y };
}

function processRoot(tab: Tab, frame: Frame | null): Frame | null {
  if (frame === null || frame.number === 0 || frame.session === undefined) return null;
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  return parent !== null && parent.session === frame.session ? processRoot(tab, parent) : frame;
}
