import type { DialogAnswer } from '@annotate-mcp/browser-protocol';

import type { FrameAccess } from '../consent/frame-access.ts';

import { answerInTime, leaveBusyPage, requireAnswer } from './busy-page.ts';
import { Cdp, type SessionId } from './cdp.ts';
import type { CommandError } from './command-error.ts';
import { CommandOrder } from './command-order.ts';
import { ConsoleLog } from './console-log.ts';
import { Dialogs } from './dialogs.ts';
import { Downloads } from './downloads.ts';
import { Emulated } from './emulated.ts';
import { FrameGuard } from './frame-guard.ts';
import { type FrameAccessTo, Frames } from './frames.ts';
import { Keyboard } from './keyboard.ts';
import { Mouse } from './mouse.ts';
import { Navigation } from './navigation.ts';
import { NetworkLog } from './network-log.ts';
import { FileChoosers, OpenedTabs } from './opened-by-page.ts';
import { PageHandlers } from './page-handlers.ts';
import { Screencast, TabInFront } from './screencast.ts';
import { forgetShownPage, shownPage } from './shown-pages.ts';
import { AddedScripts, ShownSite } from './shown-site.ts';
import { tabForbiddenError, tabGoneError } from './tab-errors.ts';
import { driven, tabInfo } from './tab-info.ts';
import { TabMark } from './tab-mark.ts';
import { TabPictures } from './tab-pictures.ts';
import { TabSecrets } from './tab-secrets.ts';

/** The debugger is detached so long after the last command, and Chrome's bar about it disappears. */
export const idleMs = 120_000;

export interface TabDeps {
  /** The code of the page agent. */
  readonly agentSource: () => Promise<string>;
  readonly onChange: () => void;
  /** The person pressed "Stop" on the mark in the page. */
  readonly onStop: (tabId: number) => void;
  /** The person allowed agents to read secrets on the site of this URL. */
  readonly areSecretsAllowed: (url: string, tabId: number) => Promise<boolean>;
  /** The person allowed agents to see what is pasted on the site of this URL. */
  readonly arePastesAllowed: (url: string, tabId: number) => Promise<boolean>;
  /** What commands in this tab may do in a frame. */
  readonly frameAccess: (tabId: number, ...asked: Parameters<FrameAccessTo>) => FrameAccess;
}

/** How a tab runs a command. */
interface RunOptions {
  /** How to answer dialogs that open meanwhile. */
  readonly answer?: DialogAnswer | undefined;
  /**
   * `no`: the command asks the browser and not the page, so it also works while the page's scripts run without a pause.
   * `leave`: the command leaves the page, whatever its scripts do. `reads`: the command changes nothing, so it begins while
   * the page is asked whether it answers.
   */
  readonly needsPage?: 'yes' | 'no' | 'leave' | 'reads';
  /** The command is a picture, after which the next picture needs no pause: see `msSinceAnswer`. */
  readonly isPicture?: boolean;
}

interface ActOptions extends RunOptions {
  /** The next action does not wait longer for this one. */
  readonly holdMs?: number;
}

export class Tab {
  readonly id: number;
  readonly cdp: Cdp;
  readonly frames: Frames;
  readonly guard: FrameGuard;
  readonly handlers: PageHandlers;
  readonly dialogs: Dialogs;
  readonly console: ConsoleLog;
  readonly network: NetworkLog;
  readonly navigation: Navigation;
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  readonly opened: OpenedTabs;
  readonly shown: ShownSite;
  readonly fileChoosers: FileChoosers;
  readonly downloads: Downloads;
  readonly emulated: Emulated;
  readonly addedScripts: AddedScripts;
  readonly mark: TabMark;
  readonly pictures: TabPictures;
  readonly screencast: Screencast;
  readonly inFront: TabInFront;
  readonly secrets: TabSecrets;
  readonly #onChange: () => void;
  readonly #order = new CommandOrder();
  #running = 0;
  #answeredAt = -Infinity;
  #leftPage: string | null = null;
  #attached: Promise<void> | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #detached = createDetachSignal();
  /** Why the debugger was detached the last time. */
  #reason: CommandError;
  #releasing: Promise<void> | null = null;

  constructor(
    id: number,
    { agentSource, onChange, onStop, areSecretsAllowed, arePastesAllowed, frameAccess }: TabDeps,
  ) {
    this.id = id;
    this.#reason = tabGoneError(id);
    this.#onChange = onChange;
    this.cdp = new Cdp(id);
    this.navigation = new Navigation(this.cdp);
    this.frames = new Frames(this.cdp, agentSource, (...asked) => frameAccess(id, ...asked));
    this.guard = new FrameGuard(this.cdp, this.frames);
    this.handlers = new PageHandlers(this.cdp, this.frames);
    this.dialogs = new Dialogs(this.cdp, this.frames, () => shownPage(id)?.origin ?? null);
    this.console = new ConsoleLog(this.cdp, this.frames);
    this.network = new NetworkLog(this.cdp, this.frames);
    this.keyboard = new Keyboard(this.cdp, this.guard);
    this.mouse = new Mouse(this.cdp, this.guard);
    this.opened = new OpenedTabs(this.cdp);
    this.downloads = new Downloads(this.cdp, this.frames);
    this.fileChoosers = new FileChoosers(this.cdp);
    this.shown = new ShownSite(id, this.cdp, this);
    this.addedScripts = new AddedScripts(this.cdp, this.shown);
    this.emulated = new Emulated(this.cdp);
    this.screencast = new Screencast(this.cdp);
    this.inFront = new TabInFront(id);
    this.mark = new TabMark(this.cdp, this.frames, () => onStop(id));
    this.pictures = new TabPictures(this.mark);
    this.secrets = new TabSecrets({
      frames: this.frames,
      areAllowed: (url) => areSecretsAllowed(url, id),
      arePastesAllowed: (url) => arePastesAllowed(url, id),
    });
    this.cdp.on('Page.frameNavigated', () => this.secrets.onNavigated());
    this.cdp.on('Network.requestWillBeSent', ({ request, type }) => {
      // The page may be gone when its request is read, and with it the field that the password is in.
      if (request.hasPostData === true || (type === 'Document' && this.secrets.mayHaveFields))
        void this.secrets.look();
    });
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

  /** How long ago the last command ended that may have told the agent about a change of the page. */
  get msSinceAnswer(): number {
    return performance.now() - this.#answeredAt;
  }

  /** While the command runs, dialogs are answered; it ends at once when it is cancelled. */
  #prepare<T>(work: () => Promise<T>, signal: AbortSignal, options: RunOptions): () => Promise<T> {
    const detached = this.#detached;
    return async () => {
      signal.throwIfAborted();
      // The person took the tab back while this command waited for others.
      if (detached !== this.#detached) throw this.#reason;
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
        if (options.isPicture !== true) this.#answeredAt = performance.now();
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
    if (needsPage !== 'reads') return work();
    const [result] = await Promise.all([work(), requireAnswer(this.cdp, this.id)]);
    return result;
  }

  /** The URL of the page that was left because it did not answer, for the command that leaves it. */
  takeLeftPage(): string | null {
    const url = this.#leftPage;
    this.#leftPage = null;
    return url;
  }

  async #leaveBusyPage(): Promise<void> {
    const { url } = await tabInfo(this.id);
    const { documents } = this.navigation;
    if (!(await leaveBusyPage(this.cdp))) return;
    this.#leftPage = url;
    // Otherwise the end of this navigation would be taken for the end of the next one.
    await this.navigation.untilShown(documents);
  }

  /** Detaches the debugger; the next command attaches it again. */
  async release(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#attached === null) return;
    this.#attached = null;
    driven.delete(this.id);
    forgetShownPage(this.id);
    this.screencast.onDetached();
    this.#releasing = this.#removeAndDetach();
    await this.#releasing;
  }

  async #removeAndDetach(): Promise<void> {
    await this.mark.remove();
    await chrome.debugger.detach({ tabId: this.id }).catch(() => undefined);
  }

  /** Must be called when the debugger is detached; `reason` is what commands that run or wait fail with. */
  onDetached(reason = tabGoneError(this.id)): void {
    clearTimeout(this.#idle);
    this.#attached = null;
    driven.delete(this.id);
    forgetShownPage(this.id);
    this.mark.onDetached();
    this.screencast.onDetached();
    this.#reason = reason;
    this.#detached.reject(reason);
    this.#detached = createDetachSignal();
  }

  /** Read from the page itself: Chrome updates its tab information late. */
  async page(): Promise<{ url: string; title: string }> {
    try {
      const { url, title } = await this.secrets.readPage();
      return { url, title };
    } catch {
      const { url, title } = await tabInfo(this.id);
      return { url, title };
    }
  }

  async #attach(needsPage: RunOptions['needsPage']): Promise<void> {
    await this.#releasing;
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
    this.emulated.forget();
    if (needsPage === 'leave') await this.#leaveBusyPage();
    await answerInTime(this.#enableEvents(undefined), 'Nothing was done.');
    this.navigation.setMainFrame(this.frames.main.id);
    this.mark.show();
    await this.addedScripts.restore();
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
      // Before what scripts of the frames have logged is told: by their documents it is known who may read that.
      this.frames.loadTree(session).then((frame) => {
        if (session === undefined) this.shown.show(frame);
      }),
      cdp.send('Runtime.enable', {}, session),
      cdp.send('Log.enable', {}, session),
      cdp.send('Network.enable', {}, session),
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }, session),
      cdp.send(
        'Target.setAutoAttach',
        { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
        session,
      ),
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
