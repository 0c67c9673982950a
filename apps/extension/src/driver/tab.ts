/** One driven tab: attaches the debugger, has the parts that watch and act, and lets go again. */
import type { Aftermath, DialogAnswer, TabInfo } from '@annotate-mcp/core/browser';

import { Cdp, type SessionId } from './cdp.ts';
import { ConsoleLog } from './console-log.ts';
import { Dialogs } from './dialogs.ts';
import { Faulty } from './fault.ts';
import { Frames } from './frames.ts';
import { Keyboard } from './keyboard.ts';
import { Mouse } from './mouse.ts';
import { Navigation } from './navigation.ts';
import { NetworkLog } from './network-log.ts';
import { tabInfo } from './tab-info.ts';
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
  readonly #opened: number[] = [];
  #attached: Promise<void> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(id: number, agentSource: () => Promise<string>) {
    this.id = id;
    this.cdp = new Cdp(id);
    this.navigation = new Navigation(this.cdp);
    this.frames = new Frames(this.cdp, agentSource);
    this.dialogs = new Dialogs(this.cdp);
    this.console = new ConsoleLog(this.cdp);
    this.network = new NetworkLog(this.cdp);
    this.keyboard = new Keyboard(this.cdp);
    this.mouse = new Mouse(this.cdp);
    this.cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // Workers have sessions too, but no page to drive.
      if (targetInfo.type === 'iframe') void this.#watch(sessionId).catch(() => undefined);
    });
  }

  get isAttached(): boolean {
    return this.#attached !== null;
  }

  /** One command after the other. Dialogs are answered as long as it lasts. */
  async run<T>(work: () => Promise<T>, answer?: DialogAnswer): Promise<T> {
    const running = this.#queue.then(async () => {
      clearTimeout(this.#idle);
      await this.attach();
      await this.dialogs.begin(answer);
      try {
        return await work();
      } finally {
        this.dialogs.end();
        this.#idle = setTimeout(() => void this.release(), idleMs);
      }
    });
    this.#queue = running.catch(() => undefined);
    return running;
  }

  attach(): Promise<void> {
    this.#attached ??= this.#attach().catch((error: unknown) => {
      this.#attached = null;
      throw error;
    });
    return this.#attached;
  }

  /** Lets the tab go; the next command takes it again. */
  async release(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#attached === null) return;
    this.#attached = null;
    await chrome.debugger.detach({ tabId: this.id }).catch(() => undefined);
  }

  /** The browser let go of it. */
  detached(): void {
    clearTimeout(this.#idle);
    this.#attached = null;
  }

  hasOpened(tabId: number): void {
    this.#opened.push(tabId);
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
    reactionMs = 20,
  ): Promise<Aftermath> {
    await deadline.pause(reactionMs, this.navigation.next());
    while (!deadline.isOver && this.navigation.isLoading)
      await deadline.pause(10_000, this.navigation.next());
    await this.#settled(before, deadline);
    const page = await this.page();
    const openedTabs: TabInfo[] = [];
    for (const id of this.#opened.splice(0)) openedTabs.push(await tabInfo(id));
    return {
      ...page,
      navigated: this.navigation.documents !== documents,
      dialogs: this.dialogs.take(),
      openedTabs,
    };
  }

  /** What a click asks its server for is usually what one wants to see; but not at any price. */
  async #settled(before: ReadonlySet<string>, deadline: Deadline): Promise<void> {
    const most = performance.now() + 400;
    const isWorking = () => [...this.network.underWay].some((id) => !before.has(id));
    while (!deadline.isOver && isWorking() && performance.now() < most) {
      await deadline.pause(most - performance.now(), this.network.nextEnd());
    }
  }

  async #attach(): Promise<void> {
    const tab = await tabInfo(this.id);
    try {
      await chrome.debugger.attach({ tabId: this.id }, '1.3');
    } catch (error) {
      await this.#attachAgain(error, tab.url);
    }
    await this.#watch(undefined);
    this.navigation.know(this.frames.main.id);
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

function forbidden(id: number, url: string): Faulty {
  return new Faulty(
    'tab/forbidden',
    `The browser lets no extension drive tab ${id} (${url}).`,
    'Pages of the browser itself, its web store and other extensions are closed to it; open another page.',
  );
}
