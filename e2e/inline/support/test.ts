/** The demos' `test`, with a review on a page of the site. */
import { test as base, expect } from '../../support/test.ts';

import { ReviewOnPage } from './review.ts';

export { expect };

export const article = 'journal/first-frost/';

/** The line, from 1, of a file of the demo that has this text. */
export function lineIn({ read }: { read: (path: string) => string }, path: string, text: string): number {
  return (
    read(path)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

interface PerTest {
  /** On the article; errors on its console fail the test. The tip for newcomers has been seen. */
  review: ReviewOnPage;
}

export const test = base.extend<PerTest>({
  review: async ({ page, server, overlay, allAnnotations }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    const review = new ReviewOnPage(page, allAnnotations);
    await page.goto(server.url + article);
    await review.ready();
    const close = review.part('first-use-close');
    await close.click();
    await use(review);
    // What a test leaves behind must be in the store before the next one empties it.
    if (!page.isClosed()) await expect(overlay.host).toHaveAttribute('data-unsent', '0');
    if (errors.length > 0) throw new Error(`The page complained:\n${errors.join('\n')}`);
  },
});
