/** Where frames are in the viewport of the tab, and which of them gets what happens at a point or by a key. */
import type { Protocol } from 'devtools-protocol';

import type { Cdp, SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';
import type { Frame, Frames } from './frames.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
  /**
   * The same point in a frame that has a process of its own. Events are sent to that process: in a hidden tab Chrome does
   * not always find it, and the frame's element in the page around it would get them instead.
   */
  readonly inProcess?: { readonly session: SessionId; readonly x: number; readonly y: number };
}

export class FramePlaces {
  readonly #cdp: Cdp;
  readonly #frames: Frames;

  constructor(cdp: Cdp, frames: Frames) {
    this.#cdp = cdp;
    this.#frames = frames;
  }

  /** Where a frame's viewport begins in the viewport of the tab. */
  async offsetOf(frame: Frame): Promise<Point> {
    if (frame.number === 0) return { x: 0, y: 0 };
    const { content } = await this.#boxOf(frame);
    const [x = 0, y = 0] = content;
    // The box is relative to the topmost frame of the parent's process; that frame's own offset is added.
    const root = this.processRoot(this.#parentOf(frame));
    const above = root === null ? { x: 0, y: 0 } : await this.offsetOf(root);
    return { x: x + above.x, y: y + above.y };
  }

  async sizeOf(frame: Frame): Promise<{ width: number; height: number }> {
    const [left = 0, top = 0, , , right = 0, bottom = 0] = (await this.#boxOf(frame)).content;
    return { width: right - left, height: bottom - top };
  }

  /** Of the element that contains the frame. */
  async #boxOf(frame: Frame): Promise<Protocol.DOM.BoxModel> {
    const session = this.#parentOf(frame)?.session;
    const { backendNodeId } = await this.#cdp.send('DOM.getFrameOwner', { frameId: frame.id }, session);
    return (await this.#cdp.send('DOM.getBoxModel', { backendNodeId }, session)).model;
  }

  processRoot(frame: Frame | null): Frame | null {
    if (frame === null || frame.number === 0 || frame.session === undefined) return null;
    const parent = this.#parentOf(frame);
    return parent !== null && parent.session === frame.session ? this.processRoot(parent) : frame;
  }

  /** The frame that gets a press at this point. What is in a frame that agents may not see is not looked at. */
  async frameAt({ x, y }: Point): Promise<Frame> {
    let frame = this.#frames.main;
    for (;;) {
      const offset = await this.offsetOf(frame);
      const inner = await this.#entered(frame, `frameAt(${x - offset.x}, ${y - offset.y})`);
      if (inner === null) return frame;
      if (this.#frames.accessTo(inner, 'read') !== 'open') return inner;
      frame = inner;
    }
  }

  /** The frame that gets the next key. */
  async focusedFrame(): Promise<Frame> {
    let frame = this.#frames.main;
    for (;;) {
      const inner = await this.#entered(frame, 'focusedFrame()');
      if (inner === null) return frame;
      if (this.#frames.accessTo(inner, 'read') !== 'open') return inner;
      frame = inner;
    }
  }

  /** The frame inside the element that the expression finds; `null` if there is none. */
  async #entered(frame: Frame, expression: string): Promise<Frame | null> {
    const handle = await this.#frames.handle(frame, expression);
    if (handle === null) return null;
    const inner = await this.#frames.contentOf(frame, handle);
    if (inner !== null) return inner;
    // A picture in an `object` is no frame. Every other element that can contain a page counts as one.
    const { node } = await this.#cdp.send('DOM.describeNode', { objectId: handle }, frame.session);
    if (['object', 'embed'].includes(node.localName) && node.frameId === undefined) return null;
    throw new CommandError(
      'browser/not-allowed',
      'A frame is there whose page is not known yet; nothing was done in it.',
      'Wait until it has loaded, and look at the page again.',
    );
  }

  #parentOf({ parentId }: Frame): Frame | null {
    return parentId === null ? null : this.#frames.byId(parentId);
  }
}
