import type { Page } from 'playwright-core';

export interface WatchedHeading {
  /** When it shows a text of this form, by the clock of the page in ms. */
  readonly shows: (text: RegExp) => Promise<number>;
}

/** The heading of a page and of those that are loaded after it. The page says itself when it changes, not at the next frame. */
export async function watchHeading(page: Page): Promise<WatchedHeading> {
  let onText: (text: string, at: number) => void = () => undefined;
  await page.exposeFunction('annotateHeading', (text: string, at: number) => onText(text, at));
  await page.addInitScript(reportHeading, '[data-kind^="plain@"]');
  return {
    shows: (expected) =>
      new Promise((resolve) => {
        onText = (text, at) => {
          if (expected.test(text)) resolve(at);
        };
      }),
  };
}

/** Runs in the page. */
function reportHeading(selector: string): void {
  let last: string | null = null;
  const look = () => {
    const text = document.querySelector(selector)?.textContent ?? null;
    if (text === null || text === last) return;
    last = text;
    (Reflect.get(globalThis, 'annotateHeading') as (text: string, at: number) => void)(text, Date.now());
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
