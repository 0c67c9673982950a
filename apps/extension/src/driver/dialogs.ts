/** Answers dialogs while a command runs: an open dialog blocks the page and all calls to it. */
import type { DialogAnswer, DialogReport } from '@annotate-mcp/browser-protocol';

import type { Cdp, SessionId } from './cdp.ts';

const maxReports = 20;

export class Dialogs {
  readonly #cdp: Cdp;
  #open: { report: Omit<DialogReport, 'accepted'>; session: SessionId } | null = null;
  /** One entry for each command that runs. */
  readonly #answers = new Set<{ readonly answer: DialogAnswer | undefined }>();
  #reports: DialogReport[] = [];

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
    cdp.on('Page.javascriptDialogOpening', ({ type, message }, session) => {
      this.#open = { report: { kind: type, message: message.slice(0, 1_000) }, session };
      // Between commands the person answers dialogs.
      if (this.#answers.size > 0) void this.closeOpen();
    });
    cdp.on('Page.javascriptDialogClosed', () => (this.#open = null));
  }

  /** Dialogs are answered from now on, until all commands that began have ended. */
  begin(answer: DialogAnswer | undefined): { end(): void } {
    const entry = { answer };
    this.#answers.add(entry);
    return { end: () => void this.#answers.delete(entry) };
  }

  /** Returns the reports and removes them. */
  takeReports(): DialogReport[] {
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  /** Answers the dialog that is open, if there is one. */
  async closeOpen(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    // Of the commands that run, the newest that says how.
    const answer = [...this.#answers].findLast((entry) => entry.answer !== undefined)?.answer;
    this.#open = null;
    const { kind } = open.report;
    const accept = answer?.accept ?? (kind === 'alert' || kind === 'beforeunload');
    // Keeps the newest: a page may open dialogs without end.
    this.#reports = [...this.#reports.slice(1 - maxReports), { ...open.report, accepted: accept }];
    const promptText = answer?.text;
    const params = { accept, ...(promptText !== undefined && { promptText }) };
    // The dialog may be closed already, by the person or because the page is gone.
    await this.#cdp.send('Page.handleJavaScriptDialog', params, open.session).catch(() => undefined);
  }
}
