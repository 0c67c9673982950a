/**
 * A thread of the keeper: Chrome slows down the timers of pages that cannot be seen, but not those of their threads.
 * Looks once a second whether a server on this machine has started or ended.
 */
import { bridgeFileName } from '@annotate-mcp/browser-protocol';

import type { KeeperNews } from './messages.ts';

const lookMs = 1_000;
/** Chrome stops a service worker after 30 seconds without a message. */
const looksPerTick = 20;

let known: string | null = null;
let looks = 0;

async function look(): Promise<void> {
  const text = await fetch(`/${bridgeFileName}`, { cache: 'no-store' }).then(
    (file) => file.text(),
    () => '',
  );
  if (known !== null && text !== known) report('bridge-changed');
  known = text;
  looks = (looks + 1) % looksPerTick;
  if (looks === 0) report('tick');
}

function report(news: KeeperNews): void {
  postMessage(news);
}

setInterval(() => void look(), lookMs);
void look();
