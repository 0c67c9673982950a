/** The person in front of the browser, who is asked what agents may do and answers in the extension's own pages. */
import { type Browser, chromium, expect, type Page } from '@playwright/test';

import { extensionId } from '@annotate-mcp/browser-protocol';

import type { Chrome } from './chrome.ts';

export interface Person extends AsyncDisposable {
  /** Decides in the settings, without a question. */
  decide(consent: object): Promise<void>;
  /** The page with the question that is open. */
  question(): Promise<Page>;
  answer(name: string): Promise<void>;
  /** Nothing is asked at the moment. */
  expectNoQuestion(): Promise<void>;
  /** Opens a page without any agent, in the background. */
  open(url: string): Promise<number>;
  /** A page of the extension. */
  openOwn(path: string): Promise<Page>;
}

export async function startPerson(chrome: Chrome): Promise<Person> {
  const opened: number[] = [];
  const browsers: Browser[] = [];
  let popup: Page | null = null;
  // Playwright does not notice a popup that is opened after it has connected.
  const connect = async (): Promise<Browser> => {
    const browser = await chromium.connectOverCDP(chrome.endpoint);
    browsers.push(browser);
    return browser;
  };
  const decide = async (consent: object): Promise<void> => {
    await chrome.inWorker(`chrome.storage.local.set({ consent: ${JSON.stringify(consent)} })`);
    const { mode } = { mode: 'ask', ...consent };
    // The worker hears of it a moment later.
    await expect.poll(() => chrome.inPopup<string>(`${look}.then(({ consent }) => consent.mode)`)).toBe(mode);
  };
  const question = async (): Promise<Page> => {
    if (popup === null || popup.isClosed()) {
      await expect.poll(() => hasPopup(chrome), { timeout: 15_000 }).toBe(true);
      await expect.poll(async () => (popup = ownPages(await connect())[0] ?? null)).not.toBeNull();
    }
    if (popup === null) throw new Error('There is no popup.');
    await popup.getByRole('alertdialog').waitFor();
    return popup;
  };
  await decide({ mode: 'ask' });
  return {
    decide,
    question,
    answer: async (name) => {
      const page = await question();
      const before = await page.getByRole('alertdialog').innerText();
      // Playwright waits until the answer is ready to be pressed.
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => page.getByRole('alertdialog').allInnerTexts()).not.toEqual([before]);
    },
    expectNoQuestion: async () => {
      expect(await chrome.inPopup(`${look}.then(({ questions }) => questions)`)).toEqual([]);
    },
    open: async (url) => {
      const id = await chrome.inWorker<number>(
        `chrome.tabs.create({ url: ${JSON.stringify(url)}, active: false }).then(({ id }) => id)`,
      );
      opened.push(id);
      await expect
        .poll(() => chrome.inWorker(`chrome.tabs.get(${id}).then(({ status }) => status)`))
        .toBe('complete');
      return id;
    },
    openOwn: async (path) => {
      const [context] = (await connect()).contexts();
      if (context === undefined) throw new Error('No window.');
      const page = await context.newPage();
      await page.goto(`chrome-extension://${extensionId}/${path}`);
      return page;
    },
    [Symbol.asyncDispose]: async () => {
      await decide({ mode: 'allow' });
      await chrome.inWorker(
        `Promise.all(${JSON.stringify(opened)}.map((id) => chrome.tabs.remove(id).catch(() => undefined)))`,
      );
      await popup?.close();
      for (const browser of browsers) await browser.close();
    },
  };
}

const look = `chrome.runtime.sendMessage({ type: 'consent:look' })`;

function ownPages(browser: Browser): Page[] {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return pages.filter((page) => page.url().startsWith(`chrome-extension://${extensionId}/`));
}

async function hasPopup(chrome: Chrome): Promise<boolean> {
  const { targetInfos } = (await chrome.cdp.send('Target.getTargets')) as { targetInfos: { url: string }[] };
  return targetInfos.some(({ url }) => url.startsWith(`chrome-extension://${extensionId}/popup.html`));
}
