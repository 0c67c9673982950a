/** The overlay as a person meets it: the contract's keys and classes. Playwright looks through open shadow roots. */
import { expect, type Locator, type Page } from '@playwright/test';

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

  constructor(page: Page) {
    this.page = page;
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
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (box === null) throw new Error('There is nothing to point at.');
    await this.page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 12));
    await expect(this.label).toBeVisible();
    if (options.shift === true) await this.page.keyboard.down('Shift');
    await this.page.mouse.down();
    await this.page.mouse.up();
    if (options.shift === true) await this.page.keyboard.up('Shift');
  }

  /** From pointing to a comment that is sent. */
  async comment(element: Locator, text: string): Promise<void> {
    await this.inspect();
    await this.pointAt(element);
    await expect(this.composer).toBeVisible();
    await this.textarea.fill(text);
    await this.page.keyboard.press('Control+Enter');
    await expect(this.composer).toBeHidden();
    await this.page.keyboard.press('Escape');
    await expect(this.hint).toBeHidden();
    await this.settled();
  }

  /** What was done here is in the store; the page shows it before that. Offline there is nothing to wait for. */
  async settled(): Promise<void> {
    if ((await this.host.getAttribute('data-connection')) !== 'online') return;
    await expect(this.host).toHaveAttribute('data-unsent', '0');
  }

  badge(status: string): Locator {
    return this.host.locator(`.nga-badge--${status}`);
  }
}
