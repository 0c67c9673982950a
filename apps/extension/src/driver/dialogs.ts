/** Answers dialogs while a command runs: an open dialog blocks the page and all calls to it. */
import type { DialogAnswer, DialogReport } from '@annotate-mcp/browser-protocol';

import type { Cdp, SessionId } from './cdp.ts';
import type { Frames } from './frames.ts';

type DialogFrames = Pick<Frames, 'ofContext' | 'chainOf' | 'accessToChain'>;

const maxReports = 20;

interface OpenDialog {
  readonly report: Omit<DialogReport, 'accepted'>;
  readonly session: SessionId;
  readonly origin: string;
  /** It is one of a frame that agents may not use: they neither learn of it nor answer it. */
  readonly isHidden: boolean;
}

interface RunningCommand {
  readonly answer: DialogAnswer | undefined;
  /** Of the page that the tab showed when the command began; `null` before the debugger is attached. */
  origin: string | null;
}

export class Dialogs {
  readonly #cdp: Cdp;
  readonly #frames: DialogFrames;
  readonly #shownOrigin: () => string | null;
  #open: OpenDialog | null = null;
  readonly #commands = new Set<RunningCommand>();
  #reports: DialogReport[] = [];

  /** `shownOrigin` is that of the page in the tab, if the debugger is attached. */
  constructor(cdp: Cdp, frames: DialogFrames, shownOrigin: () => string | null) {
    this.#cdp = cdp;
    this.#frames = frames;
    this.#shownOrigin = shownOrigin;
    cdp.on('Page.javascriptDialogOpening', ({ type, message, url }, session) => {
      const report = { kind: type, message: message.slice(0, 1_000) };
      this.#open = { report, session, origin: this.#originOf(url), isHidden: this.#isHidden(url, session) };
      // Between commands the person answers dialogs.
      if (this.#commands.size > 0) void this.closeOpen();
    });
    cdp.on('Page.javascriptDialogClosed', () => (this.#open = null));
  }

  /** Dialogs are answered from now on, until all commands that began have ended. */
  begin(answer: DialogAnswer | undefined): { end(): void } {
    const command = { answer, origin: this.#shownOrigin() };
    this.#commands.add(command);
    return { end: () => void this.#commands.delete(command) };
  }

  /** Returns the reports and removes them. */
  takeReports(): DialogReport[] {
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  /** Answers the dialog that is open, if there is one. Must be called when the debugger is attached for a command. */
  async closeOpen(): Promise<void> {
    for (const command of this.#commands) command.origin ??= this.#shownOrigin();
    const open = this.#open;
    if (open === null) return;
    const answer = open.isHidden ? undefined : this.#answerFor(open);
    this.#open = null;
    const { kind } = open.report;
    const accept = answer?.accept ?? (kind === 'alert' || kind === 'beforeunload');
    // Keeps the newest: a page may open dialogs without end.
    if (!open.isHidden)
      this.#reports = [...this.#reports.slice(1 - maxReports), { ...open.report, accepted: accept }];
    const promptText = answer?.text;
    const params = { accept, ...(promptText !== undefined && { promptText }) };
    // The dialog may be closed already, by the person or because the page is gone.
    await this.#cdp.send('Page.handleJavaScriptDialog', params, open.session).catch(() => undefined);
  }

  /**
   * Of the commands that run, the newest that says how. What an agent says about dialogs is meant for the page that it
   * acts on, and not for those of another site to which the action led.
   */
  #answerFor({ origin }: OpenDialog): DialogAnswer | undefined {
    const commands = [...this.#commands].filter((command) => command.origin === origin);
    return commands.findLast(({ answer }) => answer !== undefined)?.answer;
  }

  /** Frames of one process share a session, so that the address is looked at as well. */
  #isHidden(url: string, session: SessionId): boolean {
    const frame = this.#frames.ofContext(session);
    if (frame === null) return false;
    const chain = this.#frames.chainOf(frame);
    const isOfPage = frame.number === 0 && this.#originOf(url) === this.#shownOrigin();
    if (isOfPage) return false;
    return (
      this.#frames.accessToChain(frame.number === 0 ? [...chain, { url, origin: '' }] : chain) !== 'open'
    );
  }

  /** An empty page has the origin of the page that opened it. */
  #originOf(url: string): string {
    const origin = URL.parse(url)?.origin ?? 'null';
    return origin === 'null' ? (this.#shownOrigin() ?? origin) : origin;
  }
}
