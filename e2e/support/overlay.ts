/** The overlay as a person meets it: the contract's keys and classes. Playwright looks through open shadow roots. */
import { expect, type Locator, type Page } from '@playwright/test';

import type { Annotation } from '@annotate-mcp/core';

/** Reads everything that the store has. */
export type ReadAnnotations = () => Promise<readonly Annotation[]>;

export class OverlayOnPage {
  readonly page: Page;
  readonly host: Locator;
  readonly hint: Locator;
  readonly highlight: Locator;
  readonly label: Locator;
  readonly composer: Locator;
  readonly textarea: Locator;
  readonly badges: Locator;
  readonly thread: Locator;
  readonly #readAnnotations: ReadAnnotations;

  constructor(page: Page, readAnnotations: ReadAnnotations) {
    this.page = page;
    this.#readAnnotations = readAnnotations;
    this.host = page.locator('nga-overlay');
    this.hint = this.host.locator('.nga-hint');
    this.highlight = this.host.locator('.nga-highlight');
    this.label = this.host.locator('.nga-component-label');
    this.composer = this.host.locator('.nga-panel:not(.nga-thread-panel)');
    this.textarea = this.host.locator('.nga-textarea');
    this.badges = this.host.locator('.nga-badge');
    this.thread = this.host.locator('.nga-thread-panel');
  }

  async ready(): Promise<void> {
    await expect(this.host).toHaveAttribute('data-connection', 'online');
  }

  async inspect(): Promise<void> {
    await this.page.keyboard.press('Alt+Shift+KeyA');
    await expect(this.hint).toBeVisible();
  }

  /** Points at the element, through whatever the app does with clicks. */
  async pointAt(element: Locator, options: { shift?: boolean } = {}): Promise<void> {
    const box = await boxInView(element);
    await this.page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 12));
    await expect(this.label).toBeVisible();
    if (options.shift === true) await this.page.keyboard.down('Shift');
    await this.page.mouse.down();
    await this.page.mouse.up();
    if (options.shift === true) await this.page.keyboard.up('Shift');
  }

  /** Shows what the composer has behind its plus sign. */
  async showExtras(): Promise<void> {
    await this.composer.locator('.nga-more').click();
  }

  async chooseExtra(name: string): Promise<void> {
    await this.showExtras();
    await this.composer.getByRole('button', { name }).click();
  }

  /** Points, writes and sends; the store has the comment when this returns. */
  async comment(element: Locator, text: string): Promise<void> {
    await this.commentOffline(element, text);
    await expectStored(this.#readAnnotations, text);
  }

  /** The same without a connection: the page keeps the comment until it is online. */
  async commentOffline(element: Locator, text: string): Promise<void> {
    await this.inspect();
    await this.pointAt(element);
    await expect(this.composer).toBeVisible();
    await this.textarea.fill(text);
    await this.page.keyboard.press('Control+Enter');
    await expect(this.composer).toBeHidden();
    await expect(this.hint).toBeHidden();
  }

  /**
   * Presses the answer in the frame of the thread's question, then in the window that opens with it. Neither takes a click
   * of a pointer that has just come into it.
   */
  async answerQuestion(option: string | RegExp): Promise<void> {
    const button = this.host.frameLocator('iframe').getByRole('button', { name: option });
    await button.hover();
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    const opening = this.host.page().context().waitForEvent('page');
    await button.click();
    const asked = await opening;
    const answer = asked.getByRole('button', { name: option });
    await answer.hover();
    await expect(answer).toHaveAttribute('aria-disabled', 'false');
    await answer.click();
    await expect(asked.getByRole('status')).toContainText('Answered');
    await asked.close();
  }

  badge(status: string): Locator {
    return this.host.locator(`.nga-badge--${status}`);
  }
}

function scrollIntoView(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Scrolls to the element and returns its box. The app may render the element again in between. */
async function boxInView(element: Locator) {
  const found: { box: Awaited<ReturnType<Locator['boundingBox']>> } = { box: null };
  await expect(async () => {
    // Playwright waits for what is animated, which never stands still.
    await element.evaluate(scrollIntoView, undefined, { timeout: 2_000 });
    found.box = await element.boundingBox();
    expect(found.box).not.toBeNull();
  }).toPass({ timeout: 30_000 });
  if (found.box === null) throw new Error('The element has no box to point at.');
  return found.box;
}

/**
 * Waits until the store has an annotation with this text. The page shows it earlier, and its outbox is empty both
 * before the comment has entered it and after the hub has confirmed it.
 */
export async function expectStored(readAnnotations: ReadAnnotations, text: string): Promise<void> {
  await expect
    .poll(async () => (await readAnnotations()).map(({ annotationText }) => annotationText))
    .toContain(text);
}
