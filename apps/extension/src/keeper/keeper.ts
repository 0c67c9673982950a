/**
 * A page of the extension that cannot be seen and that Chrome does not stop. It starts the service worker again when
 * Chrome has stopped it, so that an agent never waits for a browser that is there.
 */
import { type KeeperNews, type KeeperOrder, keeperPort } from './messages.ts';

let port: chrome.runtime.Port | null = null;
/** What the service worker said last. It is kept while the service worker is stopped. */
let keepAwake = false;
/** A service worker that ends at once is not started again before the next tick. */
const shortLifeMs = 200;

function connect(): chrome.runtime.Port {
  // Starts the service worker when it is stopped.
  const opened = chrome.runtime.connect({ name: keeperPort });
  const openedAt = performance.now();
  opened.onMessage.addListener((order: KeeperOrder) => (keepAwake = order.keepAwake));
  opened.onDisconnect.addListener(() => {
    if (port === opened) port = null;
    if (keepAwake && performance.now() - openedAt > shortLifeMs) connect();
  });
  port = opened;
  return opened;
}

function tell(news: KeeperNews): void {
  if (news === 'tick' && !keepAwake) return;
  (port ?? connect()).postMessage(news);
}

const clock = new Worker('keeper-clock.js', { type: 'module' });
clock.onmessage = ({ data }: MessageEvent<KeeperNews>) => tell(data);
connect();
