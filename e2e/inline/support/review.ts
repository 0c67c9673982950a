/** Inline review as a reviewer meets it, by the names of its parts. */
import { expect, type Locator, type Page } from '@playwright/test';

import { expectStored, type ReadAnnotations } from '../../support/overlay.ts';
import { findText, readHighlights, selectText } from '../../support/page-text.ts';

export class ReviewOnPage {
  readonly page: Page;
  readonly host: Locator;
  readonly fab: Locator;
  readonly panel: Locator;
  readonly items: Locator;
  readonly composer: Locator;
  readonly textarea: Locator;
  readonly thread: Locator;
  readonly toast: Locator;
  readonly #readAnnotations: ReadAnnotations;

  constructor(page: Page, readAnnotations: ReadAnnotations) {
    this.page = page;
    this.#readAnnotations = readAnnotations;
    this.host = page.locator('nga-overlay');
    this.fab = this.part('fab');
    this.panel = this.part('list');
    this.items = this.part('item');
    this.composer = this.part('composer');
    this.textarea = this.part('composer-text');
    this.thread = this.host.locator('.nga-thread-panel');
    this.toast = this.part('toast');
  }

  part(name: string): Locator {
    return this.host.locator(`[data-nga="${name}"]`);
  }

  async ready(): Promise<void> {
    await expect(this.host).toHaveAttribute('data-connection', 'online');
    await expect(this.fab).toBeVisible();
  }

  /** Drags over the first occurrence of the text. */
  async select(text: string): Promise<void> {
    await selectText(this.page, this.page.mainFrame(), { text });
  }

  /** Selects `quote` and comments on it; the store has the comment when this returns. */
  async comment(quote: string, text: string): Promise<void> {
    await this.select(quote);
    await expect(this.composer).toBeVisible();
    await this.textarea.fill(text);
    await this.page.keyboard.press('Control+Enter');
    await this.expectSent(text);
  }

  async expectSent(text: string): Promise<void> {
    await expect(this.composer).toBeHidden();
    await expectStored(this.#readAnnotations, text);
  }

  /** The texts that are highlighted on the page, with single blanks. */
  async highlights(): Promise<string[]> {
    return readHighlights(this.page.mainFrame());
  }

  /** Clicks on the beginning of a highlighted text. */
  async clickText(text: string): Promise<void> {
    const { start } = await findText(this.page.mainFrame(), { text });
    await this.page.mouse.click(start.x + 12, start.y);
  }

  /** Takes the first item of the list back, which asks first. */
  async takeBack(): Promise<void> {
    const button = this.items.first().locator('[data-nga="delete"]');
    await button.click();
    await expect(button).toContainText('Click again');
    await button.click();
  }

  async openPanel(): Promise<void> {
    await this.fab.click();
    await expect(this.panel).toBeVisible();
  }
}
