import type { Protocol } from 'devtools-protocol';

import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import type { Box } from '../page-agent/boxes.ts';

import { answerInTime } from './busy-page.ts';
import type { Cdp, SessionId } from './cdp.ts';
import type { Deadline } from './deadline.ts';
import type { FrameGuard } from './frame-guard.ts';
import type { Point } from './frame-places.ts';
import { type Modifier, modifierBits } from './keys.ts';

type MouseButton = ParamsOf<'click'>['button'];

interface Press {
  readonly button: MouseButton;
  readonly clickCount: number;
  readonly delayMs: number;
  readonly modifiers: readonly Modifier[];
}

const buttons: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 };

const held = { button: 'left', buttons: 1 } as const;
const settleMs = 120;
/** Pixels between two movements. */
const stepPx = 25;

/** Chrome has the events and hands them over when the script ends. */
const sentNote = 'The mouse events were sent; the page gets them when it pauses.';

/** Pointer events in the coordinates of the tab's viewport. */
export class Mouse {
  readonly #cdp: Cdp;
  readonly #guard: Pick<FrameGuard, 'requirePoints' | 'whileShielded'>;
  /** Where the pointer was sent last; `null` while no command has used it. */
  #at: Point | null = null;

  constructor(cdp: Cdp, guard: Pick<FrameGuard, 'requirePoints' | 'whileShielded'>) {
    this.#cdp = cdp;
    this.#guard = guard;
  }

  /** Moves onto an element if the pointer rests elsewhere on the page, where something may open under it. */
  async leaveFor({ point, box }: { readonly point: Point; readonly box: Box }): Promise<void> {
    const at = this.#at;
    if (
      at === null ||
      (Math.abs(at.x - point.x) <= box.width / 2 && Math.abs(at.y - point.y) <= box.height / 2)
    )
      return;
    await this.move(point, []);
  }

  async move(to: Point, modifiers: readonly Modifier[]): Promise<void> {
    await this.#guard.requirePoints([to]);
    await this.#guard.whileShielded(() =>
      answerInTime(this.#sendInto('mouseMoved', to, { modifiers: bitsOf(modifiers) }), sentNote),
    );
  }

  /** Sends all events at once: waiting for each takes seconds in a hidden tab. */
  async click(at: Point, press: Press): Promise<void> {
    await this.#guard.requirePoints([at]);
    await this.#guard.whileShielded(() => this.#click(at, press));
  }

  async #click(at: Point, { button, clickCount, delayMs, modifiers }: Press): Promise<void> {
    const bits = bitsOf(modifiers);
    const sent = [this.#sendInto('mouseMoved', at, { modifiers: bits })];
    for (let count = 1; count <= clickCount; count++) {
      const params = { button, clickCount: count, modifiers: bits };
      sent.push(this.#sendInto('mousePressed', at, { ...params, buttons: buttons[button] }));
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      sent.push(this.#sendInto('mouseReleased', at, params));
    }
    await answerInTime(Promise.all(sent), sentNote);
  }

  async wheel(at: Point, pixels: number): Promise<void> {
    await this.#guard.requirePoints([at], 'read');
    const turn = () => this.#sendInto('mouseWheel', at, { deltaX: 0, deltaY: pixels });
    await this.#guard.whileShielded(() => answerInTime(turn(), sentNote));
  }

  /**
   * Presses at the first point and releases at the last. For an HTML drag, Chrome reports what is dragged, and then the
   * drag events are sent to it. The tab has to be drawn meanwhile.
   */
  async drag(points: readonly Point[], deadline: Deadline): Promise<void> {
    await this.#guard.requirePoints(points);
    await this.#guard.whileShielded(() => this.#drag(points, deadline));
  }

  async #drag(points: readonly Point[], deadline: Deadline): Promise<void> {
    const [from = { x: 0, y: 0 }, ...rest] = points;
    await this.#cdp.send('Input.setInterceptDrags', { enabled: true });
    const intercepted = Promise.withResolvers<undefined>();
    const dragged: { data: Protocol.Input.DragData | null } = { data: null };
    const stop = this.#cdp.on('Input.dragIntercepted', ({ data }) => {
      dragged.data = data;
      intercepted.resolve(undefined);
    });
    try {
      await this.#press(from, rest[0] ?? from);
      // Libraries begin a drag a moment after the first movement.
      await deadline.pause(settleMs, intercepted.promise);
      deadline.throwIfCancelled();
      if (dragged.data === null) await this.#moveAlong(points, deadline);
      else await this.#dragAlong(points, dragged.data, deadline);
      const last = rest.at(-1) ?? from;
      await answerInTime(this.#send('mouseReleased', last, { button: 'left', clickCount: 1 }), sentNote);
    } finally {
      stop();
      await this.#cdp.send('Input.setInterceptDrags', { enabled: false });
    }
  }

  /** Presses and moves a little, because a drag begins only after some pixels of movement. */
  async #press(from: Point, to: Point): Promise<void> {
    const length = Math.max(1, distance(from, to));
    const near = (pixels: number): Point => ({
      x: from.x + ((to.x - from.x) * Math.min(pixels, length / 2)) / length,
      y: from.y + ((to.y - from.y) * Math.min(pixels, length / 2)) / length,
    });
    const sent = [
      this.#send('mouseMoved', from, {}),
      this.#send('mousePressed', from, { button: 'left', clickCount: 1, buttons: 1 }),
      ...[4, 8].map((pixels) => this.#send('mouseMoved', near(pixels), held)),
    ];
    await answerInTime(Promise.all(sent), sentNote);
  }

  async #moveAlong(points: readonly Point[], deadline: Deadline): Promise<void> {
    for (const at of stepsAlong(points)) {
      // One after the other: Chrome would merge movements that are sent together.
      await answerInTime(this.#send('mouseMoved', at, held), sentNote);
    }
    // Libraries look from time to time where the pointer is.
    await deadline.pause(settleMs);
  }

  async #dragAlong(
    points: readonly Point[],
    data: Protocol.Input.DragData,
    deadline: Deadline,
  ): Promise<void> {
    const send = (type: Protocol.Input.DispatchDragEventRequest['type'], { x, y }: Point) =>
      answerInTime(this.#cdp.send('Input.dispatchDragEvent', { type, x, y, data }), sentNote);
    const steps = stepsAlong(points);
    const last = steps.at(-1) ?? { x: 0, y: 0 };
    await send('dragEnter', steps[0] ?? last);
    for (const at of steps) await send('dragOver', at);
    // Lists move their items meanwhile, so that something else may be under the pointer: that gets a dragenter first, and
    // accepts the drop only in the dragover after it.
    await deadline.pause(settleMs);
    for (const type of ['dragOver', 'dragOver', 'drop'] as const) await send(type, last);
  }

  #send(
    type: Protocol.Input.DispatchMouseEventRequest['type'],
    { x, y }: Point,
    more: Partial<Protocol.Input.DispatchMouseEventRequest>,
    session?: SessionId,
  ): Promise<unknown> {
    return this.#cdp.send('Input.dispatchMouseEvent', { type, x, y, ...more }, session);
  }

  /** Not for dragging, which may lead from one frame to another. */
  #sendInto(
    type: Protocol.Input.DispatchMouseEventRequest['type'],
    at: Point,
    more: Partial<Protocol.Input.DispatchMouseEventRequest>,
  ): Promise<unknown> {
    this.#at = at;
    return this.#send(type, at.inProcess ?? at, more, at.inProcess?.session);
  }
}

/** The points themselves, and some between those that are far from each other; without the first. */
function stepsAlong([first, ...rest]: readonly Point[]): Point[] {
  const steps: Point[] = [];
  let from = first;
  for (const to of rest) {
    const start = from ?? to;
    const count = Math.min(20, Math.max(1, Math.ceil(distance(start, to) / stepPx)));
    for (let step = 1; step <= count; step++) {
      const share = step / count;
      steps.push({ x: start.x + (to.x - start.x) * share, y: start.y + (to.y - start.y) * share });
    }
    from = to;
  }
  return steps;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

function bitsOf(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, modifier) => bits | modifierBits[modifier], 0);
}
