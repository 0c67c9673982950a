/** Dialogs stop a page, and everything that asks it something: none stays open while an agent works. */
import type { DialogAnswer, DialogReport } from '@annotate-mcp/browser-protocol';

import type { Cdp, SessionId } from './cdp.ts';

const mostReports = 20;

export class Dialogs {
  readonly #cdp: Cdp;
  #open: { report: Omit<DialogReport, 'accepted'>; session: SessionId } | null = null;
  #answer: DialogAnswer | null = null;
  #working = false;
  #reports: DialogReport[] = [];

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
    cdp.on('Page.javascriptDialogOpening', ({ type, message }, session) => {
      this.#open = { report: { kind: type, message: message.slice(0, 1_000) }, session };
      // One that opens while nobody drives is the person's to answer.
      if (this.#working) void this.#close();
    });
    cdp.on('Page.javascriptDialogClosed', () => (this.#open = null));
  }

  /** From here on dialogs are answered. */
  async begin(answer: DialogAnswer | undefined): Promise<void> {
    this.#working = true;
    this.#answer = answer ?? null;
    if (this.#open !== null) await this.#close();
  }

  end(): void {
    this.#working = false;
  }

  /** Each is told once. */
  take(): DialogReport[] {
    const taken = this.#reports;
    this.#reports = [];
    return taken;
  }

  async #close(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { kind } = open.report;
    const accept = this.#answer?.accept ?? (kind === 'alert' || kind === 'beforeunload');
    // The last ones of a page that never ends asking.
    this.#reports = [...this.#reports.slice(1 - mostReports), { ...open.report, accepted: accept }];
    const promptText = this.#answer?.text;
    const params = { accept, ...(promptText !== undefined && { promptText }) };
    // It may be closed already, by the person or because the page went away.
    await this.#cdp.send('Page.handleJavaScriptDialog', params, open.session).catch(() => undefined);
  }
}
