/** The service worker's part of the keeper: opens it, and tells it whether the service worker is needed. */
import { type KeeperNews, type KeeperOrder, keeperPort } from './messages.ts';

const page = 'keeper.html';

export class KeepAwake {
  #port: chrome.runtime.Port | null = null;
  /** `null` until it is known: the keeper still has what it was told before Chrome stopped the service worker. */
  #keepAwake: boolean | null = null;
  #opening: Promise<void> | null = null;

  /** Listens at once: Chrome starts a stopped service worker for the keeper's port and then dispatches it. */
  constructor(onBridgeChanged: () => void) {
    chrome.runtime.onConnect.addListener((port) => {
      // A page's script could open a port of this name; it has the page's origin.
      if (port.name !== keeperPort || port.sender?.origin !== location.origin) return;
      this.#port = port;
      port.onMessage.addListener((news: KeeperNews) => {
        if (news === 'bridge-changed') onBridgeChanged();
      });
      port.onDisconnect.addListener(() => {
        if (this.#port === port) this.#port = null;
      });
      this.#order();
    });
  }

  /** Opens the keeper unless it is open: Chrome has closed it if it crashed or the browser was restarted. */
  open(): Promise<void> {
    this.#opening ??= openKeeper().finally(() => (this.#opening = null));
    return this.#opening;
  }

  set needed(keepAwake: boolean) {
    if (this.#keepAwake === keepAwake) return;
    this.#keepAwake = keepAwake;
    this.#order();
  }

  #order(): void {
    if (this.#keepAwake !== null)
      this.#port?.postMessage({ keepAwake: this.#keepAwake } satisfies KeeperOrder);
  }
}

async function openKeeper(): Promise<void> {
  if (await chrome.offscreen.hasDocument()) return;
  await chrome.offscreen
    .createDocument({
      url: page,
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: 'Looks in a thread of its own whether the annotate-mcp server of this machine runs.',
    })
    // A stopped service worker may have begun to open it.
    .catch(() => undefined);
}
