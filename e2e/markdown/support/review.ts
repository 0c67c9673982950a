/** The review as a person meets it, by the names of its parts: in a host's frame, or a tab of its own. */
import { expect, type Frame, type Locator, type Page } from '@playwright/test';

import { readHighlights, selectText } from '../../support/page-text.ts';

export class Review {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Asked anew each time: a host that shows the result again makes another frame. */
  get frame(): Frame {
    return this.page.frames().find((frame) => frame.url().endsWith('/view')) ?? this.page.mainFrame();
  }

  /** Busy until the text is there; the document has a size without it. */
  get paper(): Locator {
    return this.frame.locator('.mdv-paper');
  }

  get document(): Locator {
    return this.frame.locator('.document');
  }

  get field(): Locator {
    return this.frame.locator('[data-nga=composer-text]');
  }

  get submitAll(): Locator {
    return this.frame.locator('[data-nga=submit-all]');
  }

  get cards(): Locator {
    return this.frame.locator('.mdv-card');
  }

  get status(): Locator {
    return this.frame.locator('.mdv-status');
  }

  get notice(): Locator {
    return this.frame.locator('.nga-notice');
  }

  card(words: string): Locator {
    return this.cards.filter({ hasText: words });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  mode(name: 'Edit' | 'Review'): Locator {
    return this.frame.getByRole('radio', { name });
  }

  async choose(item: string): Promise<void> {
    await this.button('More').click();
    await this.frame
      .getByRole(item.startsWith('Mirror') ? 'menuitemcheckbox' : 'menuitem', { name: item })
      .click();
  }

  /** Drags over the first occurrence of the text. */
  async select(words: string): Promise<void> {
    await expect(this.document).toContainText(words);
    await selectText(this.page, this.frame, { text: words, within: '.document' });
    await expect(this.frame.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
  }

  /** Adds a comment to the batch; the server has it when this returns. */
  async comment(words: string, says: string): Promise<void> {
    await this.select(words);
    await this.frame.locator('[data-nga=comment]').click();
    await this.field.fill(says);
    await this.field.press('Control+Enter');
    await expect(this.field).toBeHidden();
    await this.saved();
  }

  async saved(): Promise<void> {
    await expect(this.frame.locator('.mdv-saved')).toHaveText('All saved');
  }

  /** Sends the batch; the server has it when this returns. */
  async submit(): Promise<void> {
    await this.submitAll.click();
    // The button says "Sending…" until the server has answered, and then has no count.
    await expect(this.submitAll).toHaveText('Submit all');
  }

  /** Gives a verdict, with a text about the whole document if there is one. */
  async finish(verdict: 'Approve' | 'Request changes' | 'Comment', says = ''): Promise<void> {
    await this.frame.locator('[data-nga=verdict]').click();
    const dialog = this.frame.getByRole('dialog', { name: 'Finish the review' });
    await dialog.getByRole('radio', { name: verdict }).check();
    if (says !== '') await dialog.getByLabel('About the whole document').fill(says);
    await dialog.locator('[data-nga=give-verdict]').click();
    await expect(dialog).toBeHidden();
  }

  /** Unfolds the comment's card and presses a button in it. */
  async act(says: string, button: string): Promise<void> {
    await this.card(says).click();
    await this.card(says).getByRole('button', { name: button, exact: true }).click();
  }

  /** The texts that are highlighted as commented, with single blanks. */
  async painted(): Promise<string[]> {
    return readHighlights(this.frame, 'md-flash');
  }

  /** Whether these words are inside of the visible part of the document. */
  async sees(words: string): Promise<boolean> {
    return this.frame.evaluate((wanted) => {
      const scroll = document.querySelector('.mdv-scroll');
      const walker = document.createTreeWalker(
        document.querySelector('.document') ?? document,
        NodeFilter.SHOW_TEXT,
      );
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const start = node.textContent?.indexOf(wanted) ?? -1;
        if (start === -1) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + wanted.length);
        const { top, bottom } = range.getBoundingClientRect();
        const seen = scroll?.getBoundingClientRect();
        return seen !== undefined && bottom > top && top >= seen.top && bottom <= seen.bottom;
      }
      return false;
    }, words);
  }
}
