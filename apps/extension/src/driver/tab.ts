/** One driven tab: attaches the debugger, has the parts that watch and act, and lets go again. */
import type { ActionOutcome, DialogAnswer } from '@annotate-mcp/browser-protocol';

import { Cdp, type SessionId } from './cdp.ts';
import { ConsoleLog } from './console-log.ts';
import { Dialogs } from './dialogs.ts';
import { Faulty } from './fault.ts';
import { Frames } from './frames.ts';
import { Keyboard } from './keyboard.ts';
import { Mouse } from './mouse.ts';
import { Navigation } from './navigation.ts';
import { NetworkLog } from './network-log.ts';
import { OpenedTabs } from './opened-tabs.ts';
import { driven, tabInfo } from './tab-info.ts';
import type { Deadline } from './wait.ts';

/** So long after its last command a tab is let go, and the browser's bar goes with it. */
const idleMs = 120_000;

export class Tab {
  readonly id: number;
  readonly cdp: Cdp;
  readonly frames: Frames;
  readonly dialogs: Dialogs;
  readonly console: ConsoleLog;
  readonly network: NetworkLog;
  readonly navigation: Navigation;
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  readonly opened: OpenedTabs;
  readonly #kept: string[] = [];
  readonly #changed: () => void;
  #attached: Promise<void> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;
  #lost = losable();

  constructor(id: number, agentSource: () => Promise<string>, changed: () => void) {
    this.id = id;
    this.#changed = changed;
    this.cdp = new Cdp(id);
    this.navigation = new Navigation(this.cdp);
    this.frames = new Frames(this.cdp, agentSource);
    this.dialogs = new Dialogs(this.cdp);
    this.console = new ConsoleLog(this.cdp);
    this.network = new NetworkLog(this.cdp);
    this.keyboard = new Keyboard(this.cdp);
    this.mouse = new Mouse(this.cdp);
    this.opened = new OpenedTabs(this.cdp);
    this.cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // Workers have sessions too, but no page to drive.
      if (targetInfo.type === 'iframe') void this.#watch(sessionId).catch(() => undefined);
    });
  }

  /** One command after the other. Dialogs are answered as long as it lasts; one that is cancelled holds up no other. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal, answer?: DialogAnswer): Promise<T> {
    const lost = this.#lost;
    const running = this.#queue.then(async () => {
      signal.throwIfAborted();
      // Asked for before the person took the tab back: that counts for what waited in line, too.
      if (lost !== this.#lost) throw gone(this.id);
      clearTimeout(this.#idle);
      try {
        return await Promise.race([this.#drive(work, signal, answer), rejectedBy(signal), lost.promise]);
      } finally {
        this.dialogs.end();
        this.#idle = setTimeout(() => void this.release(), idleMs);
      }
    });
    this.#queue = running.catch(() => undefined);
    return running;
  }

  async #drive<T>(work: () => Promise<T>, signal: AbortSignal, answer: DialogAnswer | undefined): Promise<T> {
    this.#attached ??= this.#attach().catch(async (error: unknown) => {
      await this.release();
      throw error;
    });
    await this.#attached;
    // A page that is busy is slow to take.
    signal.throwIfAborted();
    await this.dialogs.begin(answer);
    return work();
  }

  /** Lets the tab go; the next command takes it again. */
  async release(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#attached === null) return;
    this.#attached = null;
    driven.delete(this.id);
    await chrome.debugger.detach({ tabId: this.id }).catch(() => undefined);
  }

  /** The browser let go of it. */
  detached(): void {
    clearTimeout(this.#idle);
    this.#attached = null;
    driven.delete(this.id);
    this.#lost.reject(gone(this.id));
    this.#lost = losable();
  }

  /** Runs in every document that the tab opens from now on, also after it was let go and taken again. */
  async keep(source: string): Promise<string> {
    this.#kept.push(source);
    const { identifier } = await this.cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
    return identifier;
  }

  /** Asked of the page: what the browser says of its tabs comes late. */
  async page(): Promise<{ url: string; title: string }> {
    try {
      return await this.frames.call(this.frames.main, 'page');
    } catch {
      const { url, title } = await tabInfo(this.id);
      return { url, title };
    }
  }

  /** Waits until the page has dealt with what was done to it, and tells what came of it. */
  async aftermath(
    documents: number,
    before: ReadonlySet<string>,
    deadline: Deadline,
    reactionMs: number,
  ): Promise<ActionOutcome> {
    await deadline.pause(reactionMs);
    while (!deadline.isOver && this.navigation.isLoading)
      await deadline.pause(10_000, this.navigation.next());
    await this.#settled(before, deadline, reactionMs);
    const openedTabs = await this.opened.take(deadline);
    return {
      ...(await this.page()),
      navigated: this.navigation.documents !== documents,
      dialogs: this.dialogs.take(),
      openedTabs,
    };
  }

  /** What a click asks its server for is usually what one wants to see; but not at any price. */
  async #settled(before: ReadonlySet<string>, deadline: Deadline, reactionMs: number): Promise<void> {
    const most = performance.now() + 400;
    const isWorking = () => [...this.network.underWay].some((id) => !before.has(id));
    while (!deadline.isOver && isWorking() && performance.now() < most) {
      await deadline.pause(most - performance.now(), this.network.nextEnd());
      // What came is still to be shown.
      await deadline.pause(reactionMs);
    }
  }

  async #attach(): Promise<void> {
    const tab = await tabInfo(this.id);
    // The browser would let us: but the key is within reach there.
    if (tab.url.startsWith(chrome.runtime.getURL(''))) throw forbidden(this.id, tab.url);
    try {
      await chrome.debugger.attach({ tabId: this.id }, '1.3');
    } catch (error) {
      await this.#attachAgain(error, tab.url);
    }
    driven.add(this.id);
    this.#changed();
    // How those ended that were under way while nobody watched is never heard.
    this.network.forget();
    await this.#watch(undefined);
    this.navigation.know(this.frames.main.id);
    for (const source of this.#kept) await this.cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** After the worker died the browser still counts us as attached. */
  async #attachAgain(error: unknown, url: string): Promise<void> {
    if (!/already attached/i.test(String(error))) throw forbidden(this.id, url);
    await chrome.debugger.detach({ tabId: this.id }).catch(() => undefined);
    await chrome.debugger.attach({ tabId: this.id }, '1.3').catch(() => {
      throw forbidden(this.id, url);
    });
  }

  async #watch(session: SessionId): Promise<void> {
    const { cdp } = this;
    await Promise.all([
      cdp.send('Page.enable', {}, session),
      cdp.send('Runtime.enable', {}, session),
      cdp.send('Log.enable', {}, session),
      cdp.send('Network.enable', {}, session),
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }, session),
      cdp.send(
        'Target.setAutoAttach',
        { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
        session,
      ),
      this.frames.learn(session),
    ]);
  }
}

/** Rejects when the browser lets go of the tab. */
function losable(): PromiseWithResolvers<never> {
  const lost = Promise.withResolvers<never>();
  // It is heard only while a command runs.
  lost.promise.catch(() => undefined);
  return lost;
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Nobody waits for it any more.')), {
      once: true,
    });
  });
}

function gone(id: number): Faulty {
  return new Faulty(
    'tab/gone',
    `Tab ${id} was closed, or taken back, before it was done.`,
    'Look at the tabs with browser_get_tabs.',
  );
}

function forbidden(id: number, url: string): Faulty {
  return new Faulty(
    'tab/forbidden',
    `The browser lets no extension drive tab ${id} (${url}).`,
    'Pages of the browser itself, its web store and other extensions are closed to it; open another page.',
  );
}
