/**
 * Keeps what an agent does out of frames that the person has not opened to it. Calls into frames are refused by `Frames`;
 * this is for what reaches a frame without a call: the pointer, the keyboard and pictures.
 */
import type { Cdp } from './cdp.ts';
import { CommandError } from './command-error.ts';
import { frameClosedError } from './frame-errors.ts';
import { FramePlaces, type Point } from './frame-places.ts';
import type { Frame, Frames } from './frames.ts';

/** A frame that does not answer for so long handles no events either: its scripts run without a pause. */
const answerMs = { input: 300, picture: 4_000 } as const;
/** A frame that was not drawn for so long is not drawn at all: something else hides it. */
const drawMs = 2_000;

export class FrameGuard {
  readonly places: FramePlaces;
  readonly #cdp: Cdp;
  readonly #frames: Frames;
  /** How many commands need it at the moment, by purpose and frame. */
  readonly #users = new Map<string, number>();

  constructor(cdp: Cdp, frames: Frames) {
    this.#cdp = cdp;
    this.#frames = frames;
    this.places = new FramePlaces(cdp, frames);
  }

  /** Rejects if an event at one of these points would reach a frame that agents may not use. */
  async requirePoints(points: readonly Point[], permission: 'read' | 'act' = 'act'): Promise<void> {
    // The usual case costs no question to the page.
    if (this.#frames.barred.length === 0) return;
    for (const point of points) this.#require(await this.places.frameAt(point), permission);
  }

  /** Rejects if the next key would reach a frame that agents may not use. */
  async requireFocus(): Promise<void> {
    if (this.#frames.barred.length === 0) return;
    this.#require(await this.places.focusedFrame(), 'act');
  }

  /** While `work` sends events, no frame that agents may not use takes any. */
  async whileShielded<T>(work: () => Promise<T>): Promise<T> {
    const frames = this.#frames.barred;
    await this.#set(frames, 'input', true);
    try {
      return await work();
    } finally {
      await this.#set(frames, 'input', false);
    }
  }

  /** While `work` takes a picture, what agents may not see is transparent. The tab has to be drawn meanwhile. */
  async whileHidden<T>(work: () => Promise<T>): Promise<T> {
    const frames = this.#frames.hidden;
    if (frames.length === 0) return this.#ifNoneCame(frames, work);
    try {
      const waits = await Promise.all(
        frames.map(async (frame) => ((await this.#isInWindow(frame)) ? drawMs : 0)),
      );
      const hidden = await this.#set(frames, 'picture', true, waits);
      // No extension gets into the frames of another one: password managers draw their buttons in such frames.
      const shown = frames.find(
        (frame, index) =>
          hidden[index] !== true && this.#frames.byId(frame.id) === frame && !this.#frames.isOfBrowser(frame),
      );
      if (shown !== undefined) throw hidingError(this.#frames, shown);
      return await this.#ifNoneCame(frames, work);
    } finally {
      await this.#set(frames, 'picture', false);
    }
  }

  /** A frame that has changed its document meanwhile may be in the picture. */
  async #ifNoneCame<T>(frames: readonly Frame[], work: () => Promise<T>): Promise<T> {
    const result = await work();
    const came = this.#frames.hidden.find((frame) => !frames.includes(frame));
    if (came !== undefined) throw hidingError(this.#frames, came);
    return result;
  }

  #require(frame: Frame, permission: 'read' | 'act'): void {
    if (this.#frames.accessTo(frame, permission) !== 'open')
      throw frameClosedError(this.#frames.chainOf(frame));
  }

  /** Outside the window a frame is drawn later, as it is hidden then. */
  async #isInWindow(frame: Frame): Promise<boolean> {
    try {
      const { x, y } = await this.places.offsetOf(frame);
      const { cssVisualViewport } = await this.#cdp.send('Page.getLayoutMetrics', {});
      const { clientWidth, clientHeight } = cssVisualViewport;
      const { width, height } = await this.places.sizeOf(frame);
      return x < clientWidth && y < clientHeight && x + width > 0 && y + height > 0;
    } catch {
      // It has no box, or it is gone: then it is not drawn.
      return false;
    }
  }

  #set(
    frames: readonly Frame[],
    purpose: ShieldPurpose,
    isOn: boolean,
    waits: readonly number[] = [],
  ): Promise<boolean[]> {
    return Promise.all(
      frames.map(async (frame, index) => {
        const key = `${purpose} ${frame.id}`;
        const users = (this.#users.get(key) ?? 0) + (isOn ? 1 : -1);
        this.#users.set(key, users);
        if (users <= 0) this.#users.delete(key);
        // Another command needs it still.
        if (!isOn && users > 0) return true;
        const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), answerMs[purpose]));
        const shielded = this.#shield(frame, [purpose, isOn, waits[index] ?? 0]).catch(() => false);
        return Promise.race([shielded, late]);
      }),
    );
  }

  async #shield({ id, session }: Frame, args: Parameters<typeof shieldDocument>): Promise<boolean> {
    // Chrome makes a world of this name once for each document.
    const world = { frameId: id, worldName: 'annotate-mcp-shield' };
    const { executionContextId } = await this.#cdp.send('Page.createIsolatedWorld', world, session);
    const expression = `(${String(shieldDocument)})(...${JSON.stringify(args)})`;
    const { result } = await this.#cdp.send(
      'Runtime.evaluate',
      { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true },
      session,
    );
    return result.value === true;
  }
}

function hidingError(frames: Frames, frame: Frame): CommandError {
  const { message } = frameClosedError(frames.chainOf(frame));
  return new CommandError(
    'browser/failed',
    `No picture was taken. ${message}`,
    'It could not be taken out of the picture at this moment. Try again, or read the page with browser_get_accessibility_tree.',
  );
}

/** The one function that runs in frames that agents may not use: it keeps events and pictures out, and reads nothing. */

type ShieldPurpose = 'input' | 'picture';

/**
 * In a world of its own, which the frame's page cannot reach. With `input` on, no key and no movement of the pointer has
 * an effect in the document, wherever a script of the page around it moves the frame meanwhile. With `picture` on, the
 * document is transparent; resolves when that is drawn, or with `awaitMs` at 0 at once. The source of this function is sent to the browser, so it uses
 * nothing from outside of itself.
 */
async function shieldDocument(purpose: ShieldPurpose, isOn: boolean, awaitMs: number): Promise<true> {
  interface Shield {
    readonly input: (isOn: boolean) => void;
    readonly picture: (isOn: boolean) => void;
  }
  const types =
    'pointerdown pointerup pointermove pointerover pointerenter mousedown mouseup mousemove mouseover mouseenter click auxclick dblclick contextmenu wheel touchstart touchmove touchend keydown keypress keyup beforeinput paste cut copy dragstart dragenter dragover drop';

  const create = (): Shield => {
    const refuse = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const cover = new CSSStyleSheet();
    // Neither what the page draws above everything else nor a change that it animates shows through.
    cover.replaceSync(`:root { opacity: 0 !important; transition: none !important; animation: none !important }
      *, ::before, ::after, ::backdrop { visibility: hidden !important; transition: none !important; animation: none !important }`);
    return {
      input: (on) => {
        for (const type of types.split(' '))
          if (on) addEventListener(type, refuse, { capture: true, passive: false });
          else removeEventListener(type, refuse, { capture: true });
      },
      picture: (on) => {
        const others = document.adoptedStyleSheets.filter((sheet) => sheet !== cover);
        document.adoptedStyleSheets = on ? [...others, cover] : others;
      },
    };
  };

  const world = globalThis as { annotateShield?: Shield };
  const shield = (world.annotateShield ??= create());
  shield[purpose](isOn);
  if (awaitMs === 0) return true;
  // The second frame begins when the first has been handed over to be drawn. What is not drawn at all is not waited for.
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, awaitMs);
  });
  return true;
}
