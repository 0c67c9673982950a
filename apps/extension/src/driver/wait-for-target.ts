/** Waits until the target of a command can be used, and returns where it is in the tab's viewport. */
import type { ElementTarget, Target } from '@annotate-mcp/browser-protocol';

import type { Box } from '../page-agent/boxes.ts';
import type { Requirement } from '../page-agent/check-target.ts';
import type { Fault, LocalTarget } from '../page-agent/locate.ts';

import { openClosedRoots } from './closed-roots.ts';
import { CommandError } from './command-error.ts';
import type { Deadline } from './deadline.ts';
import type { Frame } from './frames.ts';
import type { Point } from './mouse.ts';
import type { Tab } from './tab.ts';

export interface ReadyTarget {
  readonly frame: Frame;
  readonly target: LocalTarget;
  readonly on: string;
  /** In the tab's viewport. */
  readonly point: Point;
  readonly box: Box;
}

interface PlacedTarget {
  readonly point: Point;
  readonly on: string;
  /** Of the element, or of the viewport. */
  readonly topLeft: Point;
}

export async function waitForTarget(
  tab: Tab,
  target: ElementTarget | 'focus',
  needs: Requirement,
  deadline: Deadline,
  at?: Point,
): Promise<ReadyTarget> {
  for (let round = 0; ; round++) {
    // Without time to wait, movement cannot be measured, so it is not checked.
    const tried = await tryTarget(tab, target, needs, round === 0 && deadline.isOver, at);
    deadline.throwIfCancelled();
    if ('point' in tried) return tried;
    if (!tried.temporary || deadline.isOver) throw new CommandError(tried.code, tried.message, tried.hint);
    await deadline.pause(round === 0 ? 16 : 60, tab.navigation.next());
  }
}

/** `at` is from the top left of an element. A point of the viewport is used as it is, without checks. */
export async function waitForPoint(
  tab: Tab,
  target: Target,
  deadline: Deadline,
  at?: Point,
): Promise<PlacedTarget> {
  if (target.by !== 'point') {
    const { point, on, box } = await waitForTarget(tab, target, 'clickable', deadline, at);
    return { point, on, topLeft: box };
  }
  const { x, y } = target;
  const { on } = await tab.frames.call(tab.frames.main, 'describePoint', x, y);
  return { point: { x, y }, on, topLeft: { x: 0, y: 0 } };
}

/** Whether the target is visible now, in any frame. */
export async function isTargetVisible(tab: Tab, target: ElementTarget): Promise<boolean> {
  const tried = await tryTarget(tab, target, 'present', true).catch((error: unknown) => {
    // The document may be replaced at this moment; then nothing is visible.
    if (error instanceof CommandError || error instanceof Error) return null;
    throw error;
  });
  if (tried === null || !('point' in tried)) return false;
  return tab.frames.call(tried.frame, 'isVisible', tried.target).catch(() => false);
}

async function tryTarget(
  tab: Tab,
  target: ElementTarget | 'focus',
  needs: Requirement,
  mayMove: boolean,
  at?: Point,
): Promise<ReadyTarget | Fault> {
  const tried = await tryInRoots(tab, startOf(tab, target), needs, mayMove, at);
  if ('point' in tried || tried.code !== 'target/none' || !isText(target)) return tried;
  // A text is looked for in all frames, as a person would.
  for (const frame of tab.frames.all.slice(1)) {
    const inside = await tryInRoots(tab, { frame, local: target }, needs, mayMove, at).catch(() => tried);
    if ('point' in inside || inside.code !== 'target/none') return inside;
  }
  return tried;
}

function isText(target: ElementTarget | 'focus'): target is Extract<ElementTarget, { by: 'selector' }> {
  return target !== 'focus' && target.by === 'selector' && target.selector.startsWith('text=');
}

interface Start {
  readonly frame: Frame;
  readonly local: LocalTarget;
}

/** What is not found may be in a closed shadow root that nothing has opened yet. */
async function tryInRoots(
  tab: Tab,
  start: Start,
  needs: Requirement,
  mayMove: boolean,
  at: Point | undefined,
): Promise<ReadyTarget | Fault> {
  const tried = await tryFrom(tab, start, needs, mayMove, at);
  if ('point' in tried || tried.code !== 'target/none' || !tried.temporary) return tried;
  return (await openClosedRoots(tab, start.frame)) ? tryFrom(tab, start, needs, mayMove, at) : tried;
}

async function tryFrom(
  tab: Tab,
  start: Start,
  needs: Requirement,
  mayMove: boolean,
  at: Point | undefined,
): Promise<ReadyTarget | Fault> {
  let { frame, local } = start;
  for (;;) {
    const answer = await tab.frames.call(frame, 'checkTarget', local, needs, mayMove, at ?? null);
    if (answer.state === 'fault') return answer.fault;
    if (answer.state === 'ready') return toReadyTarget(tab, frame, local, answer, needs);
    const inner = await innerFrame(tab, frame, 'frameToEnter()');
    if (inner === null) return noFrame;
    frame = inner;
    local = answer.next;
  }
}

function startOf(tab: Tab, target: ElementTarget | 'focus'): Start {
  if (target === 'focus') return { frame: tab.frames.main, local: { by: 'focus' } };
  if (target.by !== 'ref') return { frame: tab.frames.main, local: target };
  const [, number = '0', ref] = /^(?:f(\d+))?(e\d+)$/.exec(target.ref) ?? [];
  const frame = tab.frames.byNumber(Number(number));
  if (ref !== undefined && frame !== null) return { frame, local: { by: 'ref', ref } };
  throw new CommandError(
    'target/stale',
    ref === undefined ? `"${target.ref}" is not a ref.` : `The frame of ref ${target.ref} is gone.`,
    'Take a new snapshot with browser_get_accessibility_tree and use a ref from it, such as e12.',
  );
}

async function innerFrame(tab: Tab, frame: Frame, expression: string): Promise<Frame | null> {
  const handle = await tab.frames.handle(frame, expression);
  return handle === null ? null : tab.frames.contentOf(frame, handle);
}

const noFrame: Fault = {
  code: 'target/none',
  message: 'The frame that the selector enters has no document yet.',
  hint: 'Wait until it has loaded.',
  temporary: true,
};

async function toReadyTarget(
  tab: Tab,
  frame: Frame,
  target: LocalTarget,
  { on, x, y, box }: { on: string; x: number; y: number; box: Box },
  needs: Requirement,
): Promise<ReadyTarget | Fault> {
  const offset = await offsetOf(tab, frame);
  const point = await inProcess(tab, frame, { x: x + offset.x, y: y + offset.y });
  const placed = { frame, target, on, point, box: { ...box, x: box.x + offset.x, y: box.y + offset.y } };
  if (frame.number === 0 || needs !== 'clickable') return placed;
  const cover = await coverOf(tab, frame, point);
  if (cover === null) return placed;
  return {
    code: 'target/covered',
    message: `The ${on} in a frame is covered by ${cover}.`,
    hint: 'Close or move what covers it, or scroll the page.',
    temporary: true,
  };
}

async function inProcess(tab: Tab, frame: Frame, point: Point): Promise<Point> {
  const { session } = frame;
  if (session === undefined) return point;
  const root = await offsetOf(tab, processRoot(tab, frame) ?? frame);
  return { ...point, inProcess: { session, x: point.x - root.x, y: point.y - root.y } };
}

/** Describes what covers a frame at this point, in any of the frames that contain it. */
async function coverOf(tab: Tab, frame: Frame, point: Point): Promise<string | null> {
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  if (parent === null) return null;
  const { x, y } = await offsetOf(tab, parent);
  const { isFrame, on } = await tab.frames.call(parent, 'describePoint', point.x - x, point.y - y);
  return isFrame ? coverOf(tab, parent, point) : on;
}

/** Where a frame's viewport begins in the viewport of the tab. */
async function offsetOf(tab: Tab, frame: Frame): Promise<Point> {
  if (frame.number === 0) return { x: 0, y: 0 };
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  const session = parent?.session;
  const { backendNodeId } = await tab.cdp.send('DOM.getFrameOwner', { frameId: frame.id }, session);
  const { model } = await tab.cdp.send('DOM.getBoxModel', { backendNodeId }, session);
  const [x = 0, y = 0] = model.content;
  // The box is relative to the topmost frame of the parent's process; that frame's own offset is added.
  const root = processRoot(tab, parent);
  const above = root === null ? { x: 0, y: 0 } : await offsetOf(tab, root);
  return { x: x + above.x, y: y + above.y };
}

function processRoot(tab: Tab, frame: Frame | null): Frame | null {
  if (frame === null || frame.number === 0 || frame.session === undefined) return null;
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  return parent !== null && parent.session === frame.session ? processRoot(tab, parent) : frame;
}
