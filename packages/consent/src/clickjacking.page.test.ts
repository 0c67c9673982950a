/** An app that shows a question and plays with the person, to get a click or a key for it that was meant for something else. */
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';

import {
  ask,
  openApp,
  openBrowserPage,
  openContext,
  serveApp,
  useChromium,
} from './testing/app-in-chromium.ts';

useChromium();

/** The clock stands still, however busy the machine is. */
describe('the page of a question', () => {
  it('takes no click that comes with the pointer or the frame, and no drag that ends in it', async () => {
    const { url, answer } = await ask();
    const page = await openFrozenApp(url);
    const [allow, refuse] = [button(page, 'Allow once'), button(page, 'Refuse')];
    const at = await centreOf(allow);
    // The frame comes under a pointer that rests.
    await page.evaluate('document.querySelector("div").style.marginTop = "400px"');
    await drawn(page);
    await page.mouse.move(at.x, at.y);
    await untilReady(page);
    await page.evaluate('document.querySelector("div").style.marginTop = ""');
    await drawn(page);
    await page.mouse.click(at.x, at.y);
    await page.frameLocator('iframe').getByText('Press once more.').waitFor();
    // Pressed outside and let go in the frame; then pressed in the frame, which moves before the person lets go.
    await untilReady(page);
    await page.mouse.move(800, 600);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y);
    await page.mouse.up();
    await untilReady(page);
    await page.mouse.move(at.x, at.y + 300);
    await page.mouse.down();
    await page.evaluate('document.querySelector("div").style.marginTop = "300px"');
    await page.mouse.up();
    await page.evaluate('document.querySelector("div").style.marginTop = ""');
    await page.mouse.move(800, 600);
    expect(await page.evaluate('messages.filter(({ pressed }) => pressed)')).toEqual([]);
    await refuse.hover();
    await untilReady(page);
    await refuse.click();
    expect(await answer).toEqual({ optionId: 'no' });
  });

  it('takes no key when the app has moved the focus to it, and none that is held down', async () => {
    const { url, answer } = await ask();
    const page = await openFrozenApp(url);
    const [allow, refuse] = [button(page, 'Allow once'), button(page, 'Refuse')];
    await untilReady(page);
    await page.evaluate('document.querySelector("iframe").focus()');
    // As someone types who fills in a form of the app.
    while (!(await allow.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.keyboard.down('Enter');
    await untilReady(page);
    // Held down: the same key again, without having been let go.
    for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await page.evaluate('messages.filter(({ pressed }) => pressed)')).toEqual([]);
    while (!(await refuse.evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('Tab');
    await untilReady(page);
    await page.keyboard.press('Enter');
    expect(await answer).toEqual({ optionId: 'no' });
  });

  it('takes no second click of a double click that opened its window, and none in a tiny window', async () => {
    const { url, answer } = await ask();
    const app = await openFrozenApp('about:blank');
    await app.evaluate(
      `document.body.addEventListener('mousedown', () => open(${JSON.stringify(url)}, '', 'width=420,height=420'))`,
    );
    const opening = app.context().waitForEvent('page');
    await app.mouse.click(600, 300);
    const popup = await opening;
    const [allow, refuse] = ['Allow once', 'Refuse'].map((name) => popup.getByRole('button', { name }));
    if (allow === undefined || refuse === undefined) throw new Error('The page has no buttons.');
    const at = await centreOf(allow);
    for (let times = 0; times < 3; times++) await popup.mouse.click(at.x, at.y);
    await popup.getByRole('status').getByText('Press once more.').waitFor();
    expect(await popup.evaluate('window.opener')).toBeNull();
    // The buttons alone: the person does not see what is asked.
    await popup.setViewportSize({ width: 190, height: 60 });
    await expect.poll(() => popup.evaluate('innerWidth')).toBe(190);
    await popup.clock.runFor(600);
    await allow.click({ force: true });
    await popup.getByRole('status').getByText('has to be visible').waitFor();
    await popup.setViewportSize({ width: 420, height: 420 });
    await expect
      .poll(async () => {
        await popup.clock.runFor(100);
        return refuse.getAttribute('aria-disabled');
      })
      .toBe('false');
    await refuse.click();
    expect(await answer).toEqual({ optionId: 'no' });
  });

  it('is shown in no page from elsewhere, and takes no click in a frame of a frame that is covered', async () => {
    const { url, answered, store } = await ask();
    const inner = await serveApp(url);
    const elsewhere = await openBrowserPage((await serveApp(url)).replace('localhost', 'evil.example'));
    await expect
      .poll(() => elsewhere.frames().at(-1)?.url() ?? '', { timeout: 20_000 })
      .toMatch(/^(?:about:blank|chrome-error:.*)?$/);
    expect(await elsewhere.frameLocator('iframe').getByRole('button').count()).toBe(0);
    const outer = await openApp(inner);
    const allow = outer
      .frameLocator('iframe')
      .frameLocator('iframe')
      .getByRole('button', { name: 'Allow once' });
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
    await outer.addStyleTag({ content: 'i{position:absolute;inset:0;background:#fff;pointer-events:none}' });
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('true');
    await allow.click({ force: true });
    expect(await store.questions.list()).toHaveLength(1);
    expect(answered()).toBe('none yet');
  });
});

async function openFrozenApp(question: string): Promise<Page> {
  const address = await serveApp(question);
  const context = await openContext();
  await context.clock.install();
  await context.clock.pauseAt(new Date(Date.now() + 60_000));
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Until then the browser sends what the pointer does to what was at its place before. Callbacks of animation frames stand still here. */
async function drawn(page: Page): Promise<void> {
  for (let frames = 0; frames < 3; frames++)
    await page.evaluate(
      'new Promise((done) => new IntersectionObserver(done).observe(document.querySelector("iframe"))).then(() => true)',
    );
}

function button(page: Page, name: string) {
  return page.frameLocator('iframe').getByRole('button', { name });
}

async function untilReady(page: Page): Promise<void> {
  const allow = button(page, 'Allow once');
  await expect
    .poll(async () => {
      await page.clock.runFor(600);
      return allow.getAttribute('aria-disabled');
    })
    .toBe('false');
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
