/** One tab that an agent controls: attaches the debugger, runs commands, and detaches again. */
import type { ActionOutcome, DialogAnswer } from '@annotate-mcp/browser-protocol';

import { answerInTime, leaveBusyPage, requireAnswer } from './busy-page.ts';
import { Cdp, type SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';
import { CommandOrder } from './command-order.ts';
import { ConsoleLog } from './console-log.ts';
import type { Deadline } from './deadline.ts';
import { Dialogs } from './dialogs.ts';
import { Downloads } from './downloads.ts';
import { FileChoosers } from './file-choosers.ts';
import { Frames } from './frames.ts';
import { HandlerQuestions } from './handler-questions.ts';
import { Keyboard } from './keyboard.ts';
import { Mouse } from './mouse.ts';
import { Navigation } from './navigation.ts';
import { NetworkLog } from './network-log.ts';
import { OpenedTabs } from './opened-tabs.ts';
import { driven, tabInfo } from './tab-info.ts';

/** The debugger is detached so long after the last command, and Chrome's bar about it disappears. */
const idleMs = 120_000;

interface RunOptions {
  /** How to answer dialogs that open meanwhile. */
  readonly answer?: DialogAnswer | undefined;
  /**
   * `no`: the command asks the browser and not the page, so it also works while the page's scripts run without a pause.
   * `leave`: the command leaves the page, whatever its scripts do.
   */
  readonly needsPage?: 'yes' | 'no' | 'leave';
}

interface ActOptions extends RunOptions {
  /** The next action does not wait longer for this one. */
  readonly holdMs?: number;
}

export class Tab {
  readonly id: number;
  readonly cdp: Cdp;
  readonly frames: Frames;
  readonly handlerQuestions: HandlerQuestions;
  readonly dialogs: Dialogs;
  readonly console: ConsoleLog;
  readonly network: NetworkLog;
  readonly navigation: Navigation;
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  readonly opened: OpenedTabs;
  readonly fileChoosers: FileChoosers;
  readonly downloads: Downloads;
  readonly #addedScripts: string[] = [];
  readonly #onChange: () => void;
  readonly #order = new CommandOrder();
  #running = 0;
  #leftPage: string | null = null;
  #attached: Promise<void> | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #detached = createDetachSignal();

  constructor(id: number, agentSource: () => Promise<string>, onChange: () => void) {
    this.id = id;
    this.#onChange = onChange;
    this.cdp = new Cdp(id);
    this.navigation = new Navigation(this.cdp);
    this.frames = new Frames(this.cdp, agentSource);
    this.handlerQuestions = new HandlerQuestions(this.cdp, this.frames);
    this.dialogs = new Dialogs(this.cdp);
    this.console = new ConsoleLog(this.cdp);
    this.network = new NetworkLog(this.cdp);
    this.keyboard = new Keyboard(this.cdp);
    this.mouse = new Mouse(this.cdp);
    this.opened = new OpenedTabs(this.cdp);
    this.downloads = new Downloads(this.cdp);
    this.fileChoosers = new FileChoosers(this.cdp);
    this.cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // Workers have sessions too, but no page.
      if (targetInfo.type === 'iframe') void this.#enableEvents(sessionId).catch(() => undefined);
    });
  }

  /** For commands that only read: they hold up nothing, and a long action does not hold them up. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal, options: RunOptions = {}): Promise<T> {
    return this.#order.read(this.#prepare(work, signal, options));
  }

  /** For commands that change something: they run in order. One that leaves the page interrupts those before it. */
  async act<T>(work: () => Promise<T>, signal: AbortSignal, options: ActOptions = {}): Promise<T> {
    const prepared = this.#prepare(work, signal, options);
    if (options.needsPage === 'leave') return this.#order.interrupt(prepared);
    return this.#order.act(prepared, options.holdMs);
  }

  /** While the command runs, dialogs are answered; it ends at once when it is cancelled. */
  #prepare<T>(work: () => Promise<T>, signal: AbortSignal, options: RunOptions): () => Promise<T> {
    const detached = this.#detached;
    return async () => {
      signal.throwIfAborted();
      // The person took the tab back while this command waited for others.
      if (detached !== this.#detached) throw tabGoneError(this.id);
      clearTimeout(this.#idle);
      this.#running++;
      const dialogs = this.dialogs.begin(options.answer);
      try {
        return await Promise.race([
          this.#runAttached(work, signal, options),
          rejectOnAbort(signal),
          detached.promise,
        ]);
      } finally {
        dialogs.end();
        if (--this.#running === 0) this.#idle = setTimeout(() => void this.release(), idleMs);
      }
    };
  }

  async #runAttached<T>(
    work: () => Promise<T>,
    signal: AbortSignal,
    { needsPage = 'yes' }: RunOptions,
  ): Promise<T> {
    this.#attached ??= this.#attach(needsPage).catch(async (error: unknown) => {
      await this.release();
      throw error;
    });
    await this.#attached;
    // Attaching to a busy page takes time; the command may be cancelled meanwhile.
    signal.throwIfAborted();
    await this.dialogs.closeOpen();
    if (needsPage === 'yes') await requireAnswer(this.cdp, this.id);
    if (needsPage === 'leave') await this.#leaveBusyPage();
    signal.throwIfAborted();
    return work();
  }

  /** The URL of the page that was left because it did not answer, for the command that leaves it. */
  takeLeftPage(): string | null {
    const url = this.#leftPage;
    this.#leftPage = null;
    return url;
  }

  async #leaveBusyPage(): Promise<void> {
    const { url } = await tabInfo(this.id);
    if (await leaveBusyPage(this.cdp)) this.#leftPage = url;
  }

  /** Detaches the debugger; the next command attaches it again. */
  async release(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#attached === null) return;
    this.#attached = null;
    driven.delete(this.id);
    await chrome.debugger.detach({ tabId: this.id }).catch(() => undefined);
  }

  /** Must be called when Chrome has detached the debugger. */
  onDetached(): void {
    clearTimeout(this.#idle);
    this.#attached = null;
    driven.delete(this.id);
    this.#detached.reject(tabGoneError(this.id));
    this.#detached = createDetachSignal();
  }

  /** The script runs in each document that the tab opens from now on, also after the debugger was detached meanwhile. */
  async addScript(source: string): Promise<string> {
    this.#addedScripts.push(source);
    const { identifier } = await this.cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
    return identifier;
  }

  /** Read from the page itself: Chrome updates its tab information late. */
  async page(): Promise<{ url: string; title: string }> {
    try {
      return await this.frames.call(this.frames.main, 'page');
    } catch {
      const { url, title } = await tabInfo(this.id);
      return { url, title };
    }
  }

  /** Waits until the page has reacted to an action, and returns what happened. `before` is the state before the action. */
  async waitForOutcome(
    before: { documents: number; requests: ReadonlySet<string> },
    deadline: Deadline,
    reactionMs: number,
  ): Promise<ActionOutcome> {
    await deadline.pause(reactionMs);
    while (!deadline.isOver && this.navigation.isLoading) await deadline.pause(250, this.navigation.next());
    await this.#waitForRequests(before.requests, deadline, reactionMs);
    const openedTabs = await this.opened.takeTabs(deadline);
    const downloads = await this.downloads.take(deadline);
    return {
      ...(await this.page()),
      navigated: this.navigation.documents !== before.documents,
      dialogs: this.dialogs.takeReports(),
      openedTabs,
      ...(downloads.length > 0 && { downloads }),
    };
  }

  /** Waits a short time for requests that the action started: the agent usually wants to see their result. */
  async #waitForRequests(before: ReadonlySet<string>, deadline: Deadline, reactionMs: number): Promise<void> {
    const latest = performance.now() + 400;
    const hasNewRequests = () => [...this.network.underWay].some((id) => !before.has(id));
    while (!deadline.isOver && hasNewRequests() && performance.now() < latest) {
      await deadline.pause(latest - performance.now(), this.network.nextEnd());
      // The page still has to render the response.
      await deadline.pause(reactionMs);
    }
  }

  async #attach(needsPage: RunOptions['needsPage']): Promise<void> {
    const tab = await tabInfo(this.id);
    // Chrome allows it, but a script in the extension's own pages could read the key.
    if (tab.url.startsWith(chrome.runtime.getURL(''))) throw tabForbiddenError(this.id, tab.url);
    try {
      await chrome.debugger.attach({ tabId: this.id }, '1.3');
    } catch (error) {
      await this.#attachAgain(error, tab.url);
    }
    driven.add(this.id);
    this.#onChange();
    this.network.clearUnfinished();
    this.frames.clear();
    if (needsPage === 'leave') await this.#leaveBusyPage();
    await answerInTime(this.#enableEvents(undefined), 'Nothing was done.');
    this.navigation.setMainFrame(this.frames.main.id);
    for (const source of this.#addedScripts)
      await this.cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** After the service worker was stopped, Chrome still has its debugger attached. */
  async #attachAgain(error: unknown, url: string): Promise<void> {
    if (!/already attached/i.test(String(error))) throw tabForbiddenError(this.id, url);
    await chrome.debugger.detach({ tabId: this.id }).catch(() => undefined);
    await chrome.debugger.attach({ tabId: this.id }, '1.3').catch(() => {
      throw tabForbiddenError(this.id, url);
    });
  }

  async #enableEvents(session: SessionId): Promise<void> {
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
      this.frames.loadTree(session),
    ]);
  }
}

/** A promise that rejects when the debugger is detached. */
function createDetachSignal(): PromiseWithResolvers<never> {
  const detached = Promise.withResolvers<never>();
  // Only a running command handles the rejection.
  detached.promise.catch(() => undefined);
  return detached;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The command was cancelled.')), {
      once: true,
    });
  });
}

function tabGoneError(id: number): CommandError {
  return new CommandError(
    'tab/gone',
    `Tab ${id} was closed, or taken back, before the command was done.`,
    'Look at the tabs with browser_get_tabs.',
  );
}

function tabForbiddenError(id: number, url: string): CommandError {
  return new CommandError(
    'tab/forbidden',
    `Chrome allows no extension to control tab ${id} (${url}).`,
    'This applies to pages of Chrome itself, of the Chrome Web Store and of extensions; open another page.',
  );
}
