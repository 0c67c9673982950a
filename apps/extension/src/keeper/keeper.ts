/**
 * A page of the extension that cannot be seen and that Chrome does not stop. It starts the service worker again when
 * Chrome has stopped it, so that an agent never waits for a browser that is there.
 */
import { type ClockTick, type KeeperNews, type KeeperOrder, keeperPort } from './messages.ts';

/** Chrome stops a service worker after 30 seconds without a message. */
const stillHereTicks = 20;

let port: chrome.runtime.Port | null = null;
/** What the service worker said last. It is kept while the service worker is stopped. */
let keepAwake = false;
let ticks = 0;

function connect(): chrome.runtime.Port {
  // Starts the service worker when it is stopped.
  const opened = chrome.runtime.connect({ name: keeperPort });
  let hasAnswered = false;
  opened.onMessage.addListener((order: KeeperOrder) => {
    hasAnswered = true;
    keepAwake = order.keepAwake;
  });
  opened.onDisconnect.addListener(() => {
    if (port === opened) port = null;
    // One that ends before it has said anything may be about to stop, or broken: the next tick tries again.
    if (keepAwake && hasAnswered) connect();
  });
  port = opened;
  return opened;
}

function tell(news: KeeperNews): void {
  (port ?? connect()).postMessage(news);
}

function onTick({ hasBridgeChanged }: ClockTick): void {
  ticks++;
  if (hasBridgeChanged) tell('bridge-changed');
  else if (keepAwake && (port === null || ticks % stillHereTicks === 0)) tell('still-here');
}

const clock = new Worker('keeper-clock.js', { type: 'module' });
clock.onmessage = ({ data }: MessageEvent<ClockTick>) => onTick(data);
connect();
