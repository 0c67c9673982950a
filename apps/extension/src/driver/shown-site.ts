/** Follows which site a tab shows, because that decides what an agent may do in it and which logs it may read. */
import type { Protocol } from 'devtools-protocol';
import { z } from 'zod';

import type { Cdp } from './cdp.ts';
import type { ConsoleLog } from './console-log.ts';
import type { Downloads } from './downloads.ts';
import type { NetworkLog } from './network-log.ts';
import { setShownPage, shownPage } from './shown-pages.ts';

interface TabLogs {
  readonly console: ConsoleLog;
  readonly network: NetworkLog;
  readonly downloads: Downloads;
}

export class ShownSite {
  readonly #tabId: number;
  readonly #logs: TabLogs;
  /** Where the logs of the site begin that the tab shows. */
  #start = { console: 0, network: 0, loaderId: '' };
  #loaderId = '';
  #frameId = '';
  /** Ids of the worlds in which scripts of pages run, by frame. */
  readonly #contexts = new Map<string, string>();

  constructor(tabId: number, cdp: Cdp, logs: TabLogs) {
    this.#tabId = tabId;
    this.#logs = logs;
    cdp.on('Page.frameNavigated', ({ frame }, session) => {
      if (frame.parentId === undefined && session === undefined) this.show(frame);
    });
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }, session) => {
      const page = shownPage(tabId);
      if (page !== undefined && session === undefined && frameId === this.#frameId)
        setShownPage(tabId, { ...page, url });
    });
    cdp.on('Runtime.executionContextCreated', ({ context }, session) => {
      const { isDefault, frameId } = contextDataSchema.safeParse(context.auxData).data ?? {};
      if (session === undefined && isDefault === true && frameId !== undefined)
        this.#addContext(frameId, context);
    });
    cdp.on('Runtime.executionContextsCleared', (_, session) => {
      if (session === undefined) this.#contexts.clear();
    });
  }

  /** The tab shows this document. Must be called for the document that is there when the debugger is attached. */
  show({ id, url, unreachableUrl, securityOrigin, loaderId }: Protocol.Page.Frame): void {
    this.#frameId = id;
    this.#loaderId = loaderId;
    setShownPage(this.#tabId, { url: unreachableUrl ?? url, origin: securityOrigin });
    this.#start = { ...this.#start, loaderId };
  }

  /** The tab shows another site. What was logged of the one before is kept only if agents may read that site. */
  startLogs(keepsBefore: boolean): void {
    const { console, network, downloads } = this.#logs;
    if (!keepsBefore) {
      downloads.forget();
      console.forgetAfter(this.#start.console);
      network.forgetSite({ after: this.#start.network, loaderId: this.#start.loaderId }, this.#loaderId);
    }
    this.#start = { console: console.last, network: network.last, loaderId: this.#loaderId };
  }

  /** For code of an agent: with it, the code runs in the document that the tab shows now, and in no later one. */
  get scriptContext(): { uniqueContextId?: string } {
    const uniqueContextId = this.#contexts.get(this.#frameId);
    return uniqueContextId === undefined ? {} : { uniqueContextId };
  }

  /**
   * A script that an agent may run on this site, and that does nothing on another one. In a block, also its functions and
   * variables come into being only if it runs; no page and no script can replace `location`. The script must be complete,
   * so that it cannot end the block.
   */
  onlyHere(code: string): string {
    const origin = JSON.stringify(shownPage(this.#tabId)?.origin ?? '');
    return `if (location.origin === ${origin}) {\n${code}\n}`;
  }

  /** A new document can run scripts before Chrome reports that it is shown. */
  #addContext(frameId: string, { uniqueId, origin }: Protocol.Runtime.ExecutionContextDescription): void {
    this.#contexts.set(frameId, uniqueId);
    if (frameId !== this.#frameId) return;
    const page = shownPage(this.#tabId);
    if (/^https?:/.test(origin) && page !== undefined && page.origin !== origin)
      setShownPage(this.#tabId, { url: origin, origin });
  }
}

const contextDataSchema = z.object({ isDefault: z.boolean(), frameId: z.string() });

/** The scripts that an agent added to a tab. Each runs in every document that the tab opens on the same site. */
export class AddedScripts {
  readonly #cdp: Cdp;
  readonly #shown: ShownSite;
  readonly #sources: string[] = [];

  constructor(cdp: Cdp, shown: ShownSite) {
    this.#cdp = cdp;
    this.#shown = shown;
  }

  async add(code: string): Promise<string> {
    const source = this.#shown.onlyHere(code);
    this.#sources.push(source);
    const { identifier } = await this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
    return identifier;
  }

  /** Must be called after the debugger was attached: it forgets them when it is detached. */
  async restore(): Promise<void> {
    for (const source of this.#sources)
      await this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }
}
