/** File choosers that a page opens while an agent acts: the person must not see one, and the agent could not use it. */
import type { Cdp, SessionId } from './cdp.ts';
import type { Deadline } from './deadline.ts';

interface OpenedChooser {
  readonly frameId: string;
  readonly session: SessionId;
  /** The file input; `null` if a script of the page asked for a file without one. */
  readonly input: number | null;
}

export interface Interception {
  /** The first chooser that was opened since the interception began. */
  readonly opened: OpenedChooser | null;
  /** Resolves when a chooser is opened, or after the time. */
  wait(ms: number, deadline: Deadline): Promise<void>;
  end(): void;
}

export class FileChoosers {
  readonly #cdp: Cdp;

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
  }

  /** From now on no chooser is shown in the tab. With `cancel` the page is told that the person cancelled it. */
  async intercept(sessions: ReadonlySet<SessionId>, cancel: boolean): Promise<Interception> {
    const open = Promise.withResolvers<undefined>();
    let opened: OpenedChooser | null = null;
    const stop = this.#cdp.on('Page.fileChooserOpened', ({ frameId, backendNodeId }, session) => {
      opened ??= { frameId, session, input: backendNodeId ?? null };
      open.resolve(undefined);
    });
    const set = (enabled: boolean) =>
      [...sessions].map((session) =>
        this.#cdp
          .send('Page.setInterceptFileChooserDialog', { enabled, ...(enabled && { cancel }) }, session)
          // The frame of this session is gone.
          .catch(() => undefined),
      );
    await Promise.all(set(true));
    return {
      get opened() {
        return opened;
      },
      wait: (ms, deadline) => deadline.pause(ms, open.promise),
      end: () => {
        stop();
        void Promise.all(set(false));
      },
    };
  }
}
