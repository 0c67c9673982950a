/** Answers dialogs while a command runs: an open dialog blocks the page and all calls to it. */
import type { DialogAnswer, DialogReport } from '@annotate-mcp/browser-protocol';

import type { Cdp, SessionId } from './cdp.ts';

const maxReports = 20;

export class Dialogs {
  readonly #cdp: Cdp;
  #open: { report: Omit<DialogReport, 'accepted'>; session: SessionId } | null = null;
  #answer: DialogAnswer | null = null;
  #isCommandRunning = false;
  #reports: DialogReport[] = [];

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
    cdp.on('Page.javascriptDialogOpening', ({ type, message }, session) => {
      this.#open = { report: { kind: type, message: message.slice(0, 1_000) }, session };
      // Between commands the person answers dialogs.
      if (this.#isCommandRunning) void this.#close();
    });
    cdp.on('Page.javascriptDialogClosed', () => (this.#open = null));
  }

  /** Dialogs are answered from now on, also one that is open already. */
  async begin(answer: DialogAnswer | undefined): Promise<void> {
    this.#isCommandRunning = true;
    this.#answer = answer ?? null;
    if (this.#open !== null) await this.#close();
  }

  end(): void {
    this.#isCommandRunning = false;
  }

  /** Returns the reports and removes them. */
  takeReports(): DialogReport[] {
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  async #close(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { kind } = open.report;
    const accept = this.#answer?.accept ?? (kind === 'alert' || kind === 'beforeunload');
    // Keeps the newest: a page may open dialogs without end.
    this.#reports = [...this.#reports.slice(1 - maxReports), { ...open.report, accepted: accept }];
    const promptText = this.#answer?.text;
    const params = { accept, ...(promptText !== undefined && { promptText }) };
    // The dialog may be closed already, by the person or because the page is gone.
    await this.#cdp.send('Page.handleJavaScriptDialog', params, open.session).catch(() => undefined);
  }
}
