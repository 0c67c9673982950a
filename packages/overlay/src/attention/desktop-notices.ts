/** Shows desktop notifications, one for each piece of news although several tabs of the app are open. */
import type { AgentNews } from './agent-news.ts';

export interface DesktopNoticesDeps {
  readonly locks: LockManager;
  readonly onClick: (id: string) => void;
}

export interface DesktopNotices {
  /** While a tab of this address is in front, its person sees the news there. */
  readonly setInFront: (isInFront: boolean) => void;
  readonly show: (news: AgentNews) => Promise<void>;
  readonly close: () => void;
}

const frontLock = 'annotate:in-front';
/** Longer than the news takes to reach the other tabs. */
const reservedMs = 10_000;
const longestBody = 200;

export function createDesktopNotices({ locks, onClick }: DesktopNoticesDeps): DesktopNotices {
  const ending = new AbortController();
  let leaveFront: (() => void) | null = null;
  return {
    setInFront(isInFront) {
      if (!isInFront) {
        leaveFront?.();
        leaveFront = null;
        return;
      }
      if (leaveFront !== null) return;
      const left = new Promise<void>((resolve) => (leaveFront = resolve));
      void locks.request(frontLock, { mode: 'shared' }, () => left);
    },
    async show(news) {
      const { held = [] } = await locks.query();
      if (held.some(({ name }) => name === frontLock)) return;
      await locks.request(`annotate:told:${news.key}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return;
        notify(news, onClick);
        await pause(reservedMs, ending.signal);
      });
    },
    close() {
      leaveFront?.();
      ending.abort();
    },
  };
}

/** Both texts are shown as text by every system. */
function notify({ id, title, body }: AgentNews, onClick: (id: string) => void): void {
  const notice = new Notification(title, { body: body.slice(0, longestBody), tag: id });
  notice.onclick = () => {
    window.focus();
    notice.close();
    onClick(id);
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
