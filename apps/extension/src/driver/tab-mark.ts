/** The mark in the page of a driven tab, which the page agent draws. Shown again in each document of the tab. */
import type { Cdp } from './cdp.ts';
import type { Frames } from './frames.ts';

const repeatMs = 4_000;
/** Longer than the interval, because timers of hidden tabs are slow. */
const lifeMs = 11_000;
/** So long a page may take to remove the mark before the debugger is detached. */
const removeMs = 150;
/** So long after a picture the mark stays out of sight, in case that another picture follows. */
const revealMs = 1_000;
const stopBinding = 'annotateStop';

export class TabMark {
  readonly #cdp: Cdp;
  readonly #frames: Frames;
  #agent = 'An agent';
  #repeat: ReturnType<typeof setInterval> | undefined;
  #reveal: ReturnType<typeof setTimeout> | undefined;

  /** `onStop` is called when the person presses "Stop" on the mark. */
  constructor(cdp: Cdp, frames: Frames, onStop: () => void) {
    this.#cdp = cdp;
    this.#frames = frames;
    cdp.on('Runtime.bindingCalled', ({ name }) => {
      if (name === stopBinding) onStop();
    });
    cdp.on('Page.domContentEventFired', (_, session) => {
      if (session !== undefined || this.#repeat === undefined) return;
      this.#draw();
    });
  }

  /** Name of the agent that uses the tab now. */
  nameAgent(name: string): void {
    if (name === '' || name === this.#agent) return;
    this.#agent = name.slice(0, 60);
    if (this.#repeat !== undefined) this.#draw();
  }

  /** Must be called after the debugger was attached. */
  show(): void {
    clearInterval(this.#repeat);
    this.#repeat = setInterval(() => this.#draw(), repeatMs);
    // The binding exists in the world of the page agent only, so a page cannot call it.
    void this.#cdp
      .send('Runtime.addBinding', { name: stopBinding, executionContextName: 'annotate-mcp' })
      .then(() => this.#draw())
      .catch(() => undefined);
  }

  /** Must be called before the debugger is detached. */
  async remove(): Promise<void> {
    if (this.#repeat === undefined) return;
    this.onDetached();
    const removed = this.#frames.call(this.#frames.main, 'hideMark').catch(() => undefined);
    await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, removeMs))]);
  }

  /** The debugger is detached already: the mark goes by itself. */
  onDetached(): void {
    clearInterval(this.#repeat);
    clearTimeout(this.#reveal);
    this.#repeat = undefined;
  }

  /** A picture follows, for which the page agent conceals the mark together with the pointer. */
  beginPicture(): void {
    clearTimeout(this.#reveal);
  }

  /**
   * The mark comes back after a while: often another picture follows, and each change of the mark has to be drawn before
   * it.
   */
  endPicture(): void {
    clearTimeout(this.#reveal);
    if (this.#repeat === undefined) return;
    const reveal = () => this.#frames.call(this.#frames.main, 'revealMark');
    this.#reveal = setTimeout(() => void this.#attempt(reveal), revealMs);
  }

  #draw(): void {
    void this.#attempt(() => this.#frames.call(this.#frames.main, 'showMark', this.#agent, lifeMs));
  }

  async #attempt(draw: () => Promise<unknown>): Promise<void> {
    try {
      await draw();
    } catch {
      // The document is being replaced; the next one gets the mark.
    }
  }
}
