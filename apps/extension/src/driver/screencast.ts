/** The screencast of a tab, in which Chrome sends a picture of each frame. A debugger has one, so that commands share it. */
import type { Protocol } from 'devtools-protocol';

import type { Cdp } from './cdp.ts';
import type { Deadline } from './deadline.ts';

export type ScreencastFrame = Protocol.Page.ScreencastFrameEvent;

/** When only the drawing is wanted, not the pictures. */
const smallest = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 } as const;

export class Screencast {
  readonly #cdp: Cdp;
  #users = 0;

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
  }

  /**
   * Chrome does not draw a hidden tab, hands over movements of the pointer only with the next press, and slows its timers
   * down. While a screencast runs, the tab is drawn as if it was visible.
   */
  async whileDrawn<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.#start(smallest);
      return await work();
    } finally {
      await this.#stop();
    }
  }

  /** A frame as JPEG. `null` if none comes in time, or while another command uses the screencast. */
  async takeFrame(quality: number, deadline: Deadline, ms: number): Promise<ScreencastFrame | null> {
    if (this.#users > 0) return null;
    const taken = Promise.withResolvers<ScreencastFrame>();
    const stopListening = this.#cdp.on('Page.screencastFrame', (frame, session) => {
      if (session === undefined) taken.resolve(frame);
    });
    try {
      await this.#start({ format: 'jpeg', quality });
      return (await Promise.race([taken.promise, deadline.pause(ms)])) ?? null;
    } finally {
      stopListening();
      // The agent does not wait for it: commands to the debugger are run in order.
      void this.#stop();
    }
  }

  async #start(pictures: Protocol.Page.StartScreencastRequest): Promise<void> {
    if (this.#users++ === 0) await this.#cdp.send('Page.startScreencast', pictures);
  }

  async #stop(): Promise<void> {
    if (--this.#users > 0) return;
    // Fails only when the debugger was detached, which has ended the screencast.
    await this.#cdp.send('Page.stopScreencast', {}).catch(() => undefined);
  }
}
