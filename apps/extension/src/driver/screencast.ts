/** Has Chrome draw a tab that its window does not show: by a screencast, in which it sends a picture of each frame. A debugger has one, so that commands share it. */
import type { Protocol } from 'devtools-protocol';

import type { Cdp } from './cdp.ts';
import type { Deadline } from './deadline.ts';
import { tabInfo } from './tab-info.ts';

export type ScreencastFrame = Protocol.Page.ScreencastFrameEvent;

type Pictures = Protocol.Page.StartScreencastRequest;

/** When only the drawing is wanted, not the pictures. After two that are not acknowledged Chrome sends no more. */
const smallest = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 } as const;

/** The commands that use the screencast while the debugger is attached. */
interface Users {
  count: number;
}

export class Screencast {
  readonly #cdp: Cdp;
  #users: Users = { count: 0 };

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
  }

  /**
   * Chrome does not draw a hidden tab, hands over movements of the pointer only with the next press, and slows its timers
   * down. While a screencast runs, the tab is drawn as if it was visible.
   */
  async whileDrawn<T>(work: () => Promise<T>): Promise<T> {
    const users = this.#users;
    try {
      await this.#start(users, smallest);
      return await work();
    } finally {
      await this.#stop(users);
    }
  }

  /** As `whileDrawn`, and for `ms` after it. The work does not wait for the screencast, and does not need it. */
  async keepDrawn<T>(work: () => Promise<T>, ms: number): Promise<T> {
    const users = this.#users;
    // Fails where Chrome has no page to draw, for example in a tab that has crashed.
    void this.#start(users, smallest).catch(() => undefined);
    try {
      return await work();
    } finally {
      setTimeout(() => void this.#stop(users), ms);
    }
  }

  /** A frame as JPEG. `null` if none comes in time, or while another command uses the screencast. */
  async takeFrame(pictures: Pictures, deadline: Deadline, ms: number): Promise<ScreencastFrame | null> {
    const users = this.#users;
    if (users.count > 0) return null;
    const taken = Promise.withResolvers<ScreencastFrame>();
    const stopListening = this.#cdp.on('Page.screencastFrame', (frame, session) => {
      if (session === undefined) taken.resolve(frame);
    });
    try {
      await this.#start(users, { ...pictures, format: 'jpeg' });
      return (await Promise.race([taken.promise, deadline.pause(ms)])) ?? null;
    } finally {
      stopListening();
      // The agent does not wait for it: commands to the debugger are run in order.
      void this.#stop(users);
    }
  }

  /** Must be called when the debugger is detached, which ends the screencast. */
  onDetached(): void {
    this.#users = { count: 0 };
  }

  async #start(users: Users, pictures: Pictures): Promise<void> {
    if (users.count++ === 0) await this.#cdp.send('Page.startScreencast', pictures);
  }

  async #stop(users: Users): Promise<void> {
    // Those from before the debugger was detached do not end the screencast of those after it.
    if (--users.count > 0 || users !== this.#users) return;
    // Fails only when the debugger was detached, which has ended the screencast.
    await this.#cdp.send('Page.stopScreencast', {}).catch(() => undefined);
  }
}

/** Whether the window of a tab shows it. Chrome is not asked again before that can have changed. */
export class TabInFront {
  readonly #tabId: number;
  #isInFront: Promise<boolean> | null = null;

  constructor(tabId: number) {
    this.#tabId = tabId;
  }

  async read(): Promise<boolean> {
    this.#isInFront ??= tabInfo(this.#tabId).then(({ active }) => active);
    try {
      return await this.#isInFront;
    } catch (error) {
      this.#isInFront = null;
      throw error;
    }
  }

  /** Must be called when a window shows another tab, and when what is known seems to be wrong. */
  forget(): void {
    this.#isInFront = null;
  }
}
