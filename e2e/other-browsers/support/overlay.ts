/** The overlay as a person meets it, in a browser that Playwright does not drive. */
import { expect, vi } from 'vitest';

import { findText, isOnTop, readShown, type Shown } from './page-functions.ts';
import type { Point, RealBrowser } from './real-browser.ts';

export class OverlayInBrowser {
  readonly browser: RealBrowser;

  constructor(browser: RealBrowser) {
    this.browser = browser;
  }

  async open(url: string): Promise<void> {
    await this.browser.open(url);
    await expect
      .poll(async () =>
        this.browser.evaluate(() => document.querySelector('nga-overlay')?.getAttribute('data-connection')),
      )
      .toBe('online');
  }

  /** A part of the overlay; `null` when it is not shown. */
  async part(selector: string): Promise<Shown | null> {
    return this.browser.evaluate(readShown, { selector, isInOverlay: true });
  }

  /** An element of the app, scrolled into view; `null` when it is not shown. */
  async element(selector: string, nth = 0): Promise<Shown | null> {
    return this.browser.evaluate(readShown, { selector, nth, isInOverlay: false });
  }

  async expectPart(selector: string): Promise<Shown> {
    return expectShown(async () => this.part(selector), selector);
  }

  async expectNoPart(selector: string): Promise<void> {
    await expect.poll(async () => this.part(selector), { message: `${selector} is gone` }).toBeNull();
  }

  async expectElement(selector: string, nth?: number): Promise<Shown> {
    return expectShown(async () => this.element(selector, nth), selector);
  }

  async clickAt(point: Point): Promise<void> {
    await this.browser.moveTo(point);
    await this.browser.pressPointer();
    await this.browser.releasePointer();
  }

  async clickPart(selector: string): Promise<void> {
    await this.clickAt((await this.expectPart(selector)).middle);
  }

  async clickButton(words: string): Promise<void> {
    const read = async () =>
      this.browser.evaluate(readShown, { selector: 'button', words, isInOverlay: true });
    await this.clickAt((await expectShown(read, `The button "${words}"`)).middle);
  }

  async clickElement(selector: string): Promise<void> {
    await this.clickAt((await this.expectElement(selector)).middle);
  }

  async inspect(): Promise<void> {
    await this.browser.pressKeys('Alt+Shift+KeyA');
    await this.expectPart('.nga-hint');
  }

  /** Points at the element, and clicks when the overlay says what it is: with the source map, a moment later. */
  async pointAt(selector: string, { nth, label = '' }: { nth?: number; label?: string } = {}): Promise<void> {
    const { middle } = await this.expectElement(selector, nth);
    await this.browser.moveTo(middle);
    await this.expectText('.nga-component-label', label);
    await this.browser.pressPointer();
    await this.browser.releasePointer();
    await this.expectPart('.nga-textarea');
  }

  async expectText(selector: string, text: string): Promise<void> {
    await expect.poll(async () => (await this.part(selector))?.text).toContain(text);
  }

  /** Writes into the composer, which has the focus, and sends. */
  async send(text: string): Promise<void> {
    await this.browser.typeText(text);
    await expect.poll(async () => (await this.part('.nga-textarea'))?.value).toBe(text);
    await this.browser.pressKeys('Control+Enter');
    await this.expectNoPart('.nga-textarea');
  }

  async comment(selector: string, text: string): Promise<void> {
    await this.inspect();
    await this.pointAt(selector);
    await this.send(text);
  }

  /** Whether a click at this point reaches the overlay, and not a dialog above it. */
  async isOnTopAt(point: Point): Promise<boolean> {
    return this.browser.evaluate(isOnTop, point);
  }

  /** Drags over the first occurrence of the text on the page. */
  async selectText(text: string): Promise<void> {
    const { start, end } = await this.browser.evaluate(findText, text);
    await this.browser.moveTo(start);
    await this.browser.pressPointer();
    await this.browser.moveTo({ x: (start.x + end.x) / 2, y: end.y });
    await this.browser.moveTo(end);
    await this.browser.releasePointer();
  }
}

async function expectShown(read: () => Promise<Shown | null>, selector: string): Promise<Shown> {
  return vi.waitFor(
    async () => {
      const shown = await read();
      if (shown === null) throw new Error(`${selector} is not shown.`);
      return shown;
    },
    { timeout: 20_000 },
  );
}
