import type { Page } from 'playwright';

/** Comments on an element as a person does: presses the keys, clicks the element, writes the text. */
export async function commentOn(page: Page, selector: string, text: string): Promise<void> {
  await page.locator('nga-overlay[data-connection="online"]').waitFor({ state: 'attached', timeout: 60_000 });
  await page.keyboard.press('Alt+Shift+KeyA');
  await page.locator('.nga-hint').waitFor();
  await page.locator(selector).click();
  await page.locator('.nga-textarea').fill(text);
  await page.locator('.nga-textarea').press('Control+Enter');
  await page.locator('.nga-badge').waitFor();
}
