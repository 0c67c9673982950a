import type { Protocol } from 'devtools-protocol';

import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { answerInTime } from './busy-page.ts';
import type { Cdp, SessionId } from './cdp.ts';
import { type Modifier, modifierBits } from './keys.ts';

type MouseButton = ParamsOf<'click'>['button'];

export interface Point {
  readonly x: number;
  readonly y: number;
  /**
   * The same point in a frame that has a process of its own. Events are sent to that process: in a hidden tab Chrome does
   * not always find it, and the frame's element in the page around it would get them instead.
   */
  readonly inProcess?: { readonly session: SessionId; readonly x: number; readonly y: number };
}

interface Press {
  readonly button: MouseButton;
  readonly clickCount: number;
  readonly delayMs: number;
  readonly modifiers: readonly Modifier[];
}

const buttons: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 };

/** Chrome has the events and hands them over when the script ends. */
const sentNote = 'The mouse events were sent; the page gets them when it pauses.';

/** Pointer events in the coordinates of the tab's viewport. */
export class Mouse {
  readonly #cdp: Cdp;

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
  }

  async move(at: Point): Promise<void> {
    await answerInTime(this.#sendInto('mouseMoved', at, {}), sentNote);
  }

  /** Sends all events at once: waiting for each takes seconds in a hidden tab. */
  async click(at: Point, { button, clickCount, delayMs, modifiers }: Press): Promise<void> {
    const bits = modifiers.reduce((sum, modifier) => sum | modifierBits[modifier], 0);
    const sent = [this.#sendInto('mouseMoved', at, { modifiers: bits })];
    for (let count = 1; count <= clickCount; count++) {
      const params = { button, clickCount: count, modifiers: bits };
      sent.push(this.#sendInto('mousePressed', at, { ...params, buttons: buttons[button] }));
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      sent.push(this.#sendInto('mouseReleased', at, params));
    }
    await answerInTime(Promise.all(sent), sentNote);
  }

  /** For an HTML drag, Chrome reports what is dragged, and then the drag events are sent to it. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.#cdp.send('Input.setInterceptDrags', { enabled: true });
    const intercepted = new Promise<Protocol.Input.DragData | null>((resolve) => {
      const stop = this.#cdp.on('Input.dragIntercepted', ({ data }) => end(data));
      const timer = setTimeout(() => end(null), 500);
      const end = (data: Protocol.Input.DragData | null): void => {
        clearTimeout(timer);
        stop();
        resolve(data);
      };
    });
    try {
      await Promise.all([
        this.#send('mouseMoved', from, {}),
        this.#send('mousePressed', from, { button: 'left', clickCount: 1, buttons: 1 }),
        ...this.#along(from, to),
      ]);
      const data = await intercepted;
      if (data !== null) await this.#drop(to, data);
      await this.#send('mouseReleased', to, { button: 'left', clickCount: 1 });
    } finally {
      await this.#cdp.send('Input.setInterceptDrags', { enabled: false });
    }
  }

  // Several steps, because a drag begins only after some pixels of movement.
  #along(from: Point, to: Point): Promise<unknown>[] {
    return [0.1, 0.5, 0.9, 1].map((share) => {
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      return this.#send('mouseMoved', at, { button: 'left', buttons: 1 });
    });
  }

  async #drop({ x, y }: Point, data: Protocol.Input.DragData): Promise<void> {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await this.#cdp.send('Input.dispatchDragEvent', { type, x, y, data });
    }
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
    return this.#send(type, at.inProcess ?? at, more, at.inProcess?.session);
  }
}
