/** Waits until the target of a command can be used, and returns where it is in the tab's viewport. */
import type { ElementTarget, Target } from '@annotate-mcp/browser-protocol';

import type { Box } from '../page-agent/boxes.ts';
import type { Requirement } from '../page-agent/check-target.ts';
import type { Fault, LocalTarget } from '../page-agent/locate.ts';

import { openClosedRoots } from './closed-roots.ts';
import { CommandError } from './command-error.ts';
import type { Deadline } from './deadline.ts';
import { wholeFrameError } from './frame-errors.ts';
import type { Point } from './frame-places.ts';
import type { Frame } from './frames.ts';
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
    const tried = await tryTarget(tab, target, needs, deadline, round === 0 && deadline.isOver, at);
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
  // A frame that is not allowed yet is asked about. One that is never allowed is refused before anything is sent to it.
  const frame = await tab.guard.places.frameAt({ x, y });
  if (frame.number !== 0) await deadline.admitFrame(tab.frames.chainOf(frame));
  const { on } = await tab.frames.call(tab.frames.main, 'describePoint', x, y);
  return { point: { x, y }, on, topLeft: { x: 0, y: 0 } };
}

/** Whether the target is visible now, in any frame. */
export async function isTargetVisible(tab: Tab, target: ElementTarget, deadline: Deadline): Promise<boolean> {
  const tried = await tryTarget(tab, target, 'present', deadline, true).catch((error: unknown) => {
    // Waiting would not help.
    if (error instanceof CommandError && error.code === 'browser/not-allowed') throw error;
    // The document may be replaced at this moment; then nothing is visible.
    if (error instanceof Error) return null;
    throw error;
  });
  if (tried === null || !('point' in tried)) return false;
  return tab.frames.call(tried.frame, 'isVisible', tried.target).catch(() => false);
}

async function tryTarget(
  tab: Tab,
  target: ElementTarget | 'focus',
  needs: Requirement,
  deadline: Deadline,
  mayMove: boolean,
  at?: Point,
): Promise<ReadyTarget | Fault> {
  const check: Check = { needs, mayMove, at, deadline };
  const tried = await tryInRoots(tab, startOf(tab, target), check);
  if ('point' in tried || tried.code !== 'target/none' || !isText(target)) return tried;
  // A text is looked for in all frames, as a person would.
  for (const frame of tab.frames.all.slice(1)) {
    if (tab.frames.accessTo(frame, 'read') !== 'open') continue;
    const inside = await tryInRoots(tab, { frame, local: target }, check).catch((error: unknown) => {
      if (error instanceof CommandError && error.code === 'browser/not-allowed') throw error;
      return tried;
    });
    if ('point' in inside || inside.code !== 'target/none') return inside;
  }
  return tried;
}

function isText(target: ElementTarget | 'focus'): target is Extract<ElementTarget, { by: 'selector' }> {
  return target !== 'focus' && target.by === 'selector' && target.selector.startsWith('text=');
}

interface Check {
  readonly needs: Requirement;
  readonly mayMove: boolean;
  readonly at: Point | undefined;
  readonly deadline: Deadline;
}

interface Start {
  readonly frame: Frame;
  readonly local: LocalTarget;
}

/** What is not found may be in a closed shadow root that nothing has opened yet. */
async function tryInRoots(tab: Tab, start: Start, check: Check): Promise<ReadyTarget | Fault> {
  const tried = await tryFrom(tab, start, check);
  if ('point' in tried || tried.code !== 'target/none' || !tried.temporary) return tried;
  return (await openClosedRoots(tab, start.frame)) ? tryFrom(tab, start, check) : tried;
}

async function tryFrom(
  tab: Tab,
  start: Start,
  { needs, mayMove, at, deadline }: Check,
): Promise<ReadyTarget | Fault> {
  let { frame, local } = start;
  for (;;) {
    // Of a frame that agents may read, only its own target is asked about: a text is looked for in all of them.
    if (tab.frames.accessTo(frame, 'read') !== 'open') await deadline.admitFrame(tab.frames.chainOf(frame));
    const answer = await tab.frames.call(frame, 'checkTarget', local, needs, mayMove, at ?? null);
    if (answer.state === 'fault') return answer.fault;
    if (answer.state === 'ready') {
      if (frame.number !== 0) await deadline.admitFrame(tab.frames.chainOf(frame));
      return toReadyTarget(tab, frame, local, answer, needs);
    }
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
  if (frameOfRef(tab, target) !== null) throw wholeFrameError(target.ref);
  throw new CommandError(
    'target/stale',
    ref === undefined ? `"${target.ref}" is not a ref.` : `The frame of ref ${target.ref} is gone.`,
    'Take a new snapshot with browser_get_accessibility_tree and use a ref from it, such as e12.',
  );
}

/** A ref such as `f3` is that of a frame which the agent has not been allowed to read yet. */
export function frameOfRef(tab: Tab, target: ElementTarget): Frame | null {
  const [, number] = target.by === 'ref' ? (/^f(\d+)$/.exec(target.ref) ?? []) : [];
  return number === undefined ? null : tab.frames.byNumber(Number(number));
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
  const offset = await tab.guard.places.offsetOf(frame);
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
  const root = await tab.guard.places.offsetOf(tab.guard.places.processRoot(frame) ?? frame);
  return { ...point, inProcess: { session, x: point.x - root.x, y: point.y - root.y } };
}

/** Describes what covers a frame at this point, in any of the frames that contain it. */
async function coverOf(tab: Tab, frame: Frame, point: Point): Promise<string | null> {
  const parent = frame.parentId === null ? null : tab.frames.byId(frame.parentId);
  if (parent === null) return null;
  const { x, y } = await tab.guard.places.offsetOf(parent);
  const { isFrame, on } = await tab.frames.call(parent, 'describePoint', point.x - x, point.y - y);
  return isFrame ? coverOf(tab, parent, point) : on;
}
