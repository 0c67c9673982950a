/** One page of a running app, and what it says on the console. */
import { setTimeout as wait } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { startServer } from '../packages/measured-process.ts';
import type { Command, Place } from '../packages/measured-process.ts';
import { freePort } from '../support/free-port.ts';

export interface Visit {
  /** Messages and uncaught errors, each once. */
  readonly messages: ReadonlySet<string>;
  readonly text: string;
}

/** Starts the app, opens its first page, calls `look`, and ends the app. What the page says later does not count. */
export async function visit(
  dev: Command,
  page: Page,
  place: Place,
  look: () => Promise<void>,
  afterwards: () => Promise<void> = async () => undefined,
): Promise<Visit> {
  const messages = new Set<string>();
  const port = await freePort();
  const onConsole = (message: { type(): string; text(): string }) => {
    if (!progress.test(message.text())) messages.add(normalize(`${message.type()}: ${message.text()}`, port));
  };
  const onError = (error: Error) => void messages.add(normalize(`uncaught: ${error.message}`, port));
  const server = startServer(dev, port, { ...place, env: { ...place.env, PORT: String(port) } }, anyAddress);
  try {
    const address = await Promise.race([server.listening, noAddress(dev)]);
    await untilAnswered(address);
    // The first page makes dev servers compile, and some load it again after that.
    await page.goto(address, { waitUntil: 'networkidle' });
    page.on('console', onConsole);
    page.on('pageerror', onError);
    await page.reload({ waitUntil: 'networkidle' });
    await look();
    const said = new Set(messages);
    await afterwards();
    return { messages: said, text: await page.locator('body').innerText() };
  } finally {
    page.off('console', onConsole);
    page.off('pageerror', onError);
    await page.goto('about:blank');
    await server.interrupt();
  }
}

/** An app that cannot be compiled may print no address, and go on waiting for a change. */
async function noAddress(dev: Command): Promise<never> {
  await wait(startLimitMs, undefined, { ref: false });
  throw new Error(`${dev.join(' ')} has printed no address.`);
}

const startLimitMs = 240_000;

/** Nitro prints its address, and says 503 until the worker has started that renders pages. */
async function untilAnswered(address: string): Promise<void> {
  for (;;) {
    const asked = await fetch(address, { headers: { accept: 'text/html' } });
    await asked.text();
    if (asked.status !== 503) return;
    await wait(200);
  }
}

/** Said of a module that happened to be compiled while the page was open, with or without us, as UnoCSS's style sheet is. */
const progress = /^\[(?:Fast Refresh|vite\] hot updated)/;

/** The port is the app's own matter: it reads the variable, or takes the next one that is free. */
const anyAddress = /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+\/?\S*/;

/** Without what differs from one visit to the next. */
function normalize(text: string, port: number): string {
  return (
    text
      .replaceAll(String(port), 'PORT')
      .replaceAll(/(localhost|127\.0\.0\.1|\[::1\]):\d+/g, '$1:PORT')
      .replaceAll(/[?&][tv]=[\da-f]+/g, '')
      .replaceAll(/\d+(?:\.\d+)? ?m?s\b/g, 'TIME')
      // Vue lists the properties of the components around a warning, of which our note of the tag is one.
      .replaceAll(/^( *at <[\w.]+).*>\s*$/gm, '$1>')
      .slice(0, 500)
  );
}
