/** The page in Chromium: alone, and in a frame of an app that tries to get an answer. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { Asked } from './asked.ts';
import { openTestPage, permission } from './testing/asked.ts';

let browser: Browser;

beforeAll(async () => {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--host-resolver-rules=MAP evil.example 127.0.0.1',
    ],
  });
});

afterAll(() => browser.close());

async function openBrowserPage(url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 4 * 420, height: 4 * 420 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** An app on another port of this machine, with the question in one or several frames. */
async function openApp(question: string, frames = 1): Promise<Page> {
  const address = await serveApp(question, frames);
  return openBrowserPage(address);
}

async function serveApp(question: string, frames = 1): Promise<string> {
  const cell = `<div><iframe src="${question}" sandbox="allow-scripts allow-same-origin"></iframe><i></i></div>`;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><style>body{margin:0;display:flex;flex-wrap:wrap}
      div{position:relative}iframe{display:block;border:0;width:420px;height:420px}</style><style id="change"></style>
      <script>messages = []; addEventListener('message', ({ data }) => messages.push(data));</script>
      ${cell.repeat(frames)}`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function ask(asked: Asked = permission) {
  const { consent, store, urlOfNewest } = await openTestPage();
  let given: unknown = 'none yet';
  const answer = consent.ask(asked).then((value) => (given = value));
  return { consent, store, answer, url: await urlOfNewest(), answered: () => given };
}

describe('in a window', () => {
  it('shows what is asked as text, chooses nothing by itself, and is answered by keyboard', async () => {
    const hostile = '<img src=x onerror="document.title=1">';
    const { url, answer } = await ask({ ...permission, text: hostile });
    const page = await openBrowserPage(url);
    await expect.poll(() => page.getByText(hostile).isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    expect(await page.getByRole('button', { name: 'Not installed' }).count()).toBe(0);
    await page.getByText('npm install it').waitFor();
    const refuse = page.getByRole('button', { name: 'Refuse' });
    await expect.poll(() => refuse.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Enter');
    await refuse.focus();
    await expect.poll(() => refuse.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Answered: Refuse').waitFor();
    expect(await answer).toEqual({ optionId: 'no' });
    await page.reload();
    await page.getByText('This question is gone').waitFor();
  });

  it('says when the question was withdrawn, and takes no more answers', async () => {
    const { url, consent } = await ask();
    const page = await openBrowserPage(url);
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    await consent.close();
    await page.getByText('was answered elsewhere or withdrawn').waitFor();
    expect(await page.getByRole('button', { name: 'Allow once' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('takes a command of the person', async () => {
    const { url, answer } = await ask({ ...permission, kind: 'start', allowsCommand: true });
    const page = await openBrowserPage(url);
    const start = page.getByRole('button', { name: 'Start this command' });
    await start.hover();
    await start.click();
    await page.getByText('Type a command first.').waitFor();
    await page.getByLabel('Or a command of your own').fill('goose acp');
    await start.click();
    expect(await answer).toEqual({ optionId: 'own-command', command: 'goose acp' });
  });
});

/** What an app could do to a frame, as styles of the frame or of what covers it. */
const deceptions = [
  'iframe{position:relative;top:-60px}',
  'i{position:absolute;inset:0;background:#fff}',
  // The person clicks on the cover, and the click goes through it.
  'i{position:absolute;inset:0;background:#fff;pointer-events:none}',
  // Only what the question is about is covered.
  'i{position:absolute;top:0;left:0;width:420px;height:60px;background:#fff}',
  'iframe{opacity:.01}',
  'iframe{transform:scale(.2)}',
  'iframe{width:80px;height:40px}',
  'iframe{filter:blur(9px)}',
  'iframe{clip-path:inset(0 0 50% 0)}',
  'iframe{mix-blend-mode:screen}',
  'iframe{transform:rotateY(70deg)}',
  'i{position:absolute;inset:0;backdrop-filter:blur(9px);pointer-events:none}',
];

describe('in a frame of an app', () => {
  it('asks for a window when an answer is pressed, however visible it seems', async () => {
    const { url, store, answered } = await ask();
    const page = await openApp(url);
    // Chromium calls a frame behind a mask visible.
    await page.addStyleTag({ content: 'iframe{mask-image:linear-gradient(#0001,#0001)}' });
    const allow = page.frameLocator('iframe').getByRole('button', { name: 'Allow once' });
    await allow.hover();
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
    await allow.click();
    await expect
      .poll(() => page.evaluate('messages.at(-1)'))
      .toMatchObject({ type: 'annotate:consent', state: 'needs-window', pressed: true });
    expect(await store.questions.list()).toHaveLength(1);
    expect(answered()).toBe('none yet');
  });

  it('can be refused when all of it is visible, and tells the app nothing but its height', async () => {
    const { url, answer } = await ask();
    const page = await openApp(url);
    const refuse = page.frameLocator('iframe').getByRole('button', { name: 'Refuse' });
    await refuse.hover();
    await expect.poll(() => refuse.getAttribute('aria-disabled')).toBe('false');
    await refuse.click();
    expect(await answer).toEqual({ optionId: 'no' });
    await expect
      .poll(() => page.evaluate('messages.at(-1)'))
      .toEqual({ type: 'annotate:consent', state: 'answered', height: expect.any(Number) as unknown });
  });

  it('takes no click while it is covered, transparent, too small, distorted or partly out of view', async () => {
    const { url, answered, store } = await ask();
    const page = await openApp(url, deceptions.length);
    const buttons = deceptions.map((style, index) => ({
      style,
      frame: page.locator('iframe').nth(index),
      allow: page.locator('iframe').nth(index).contentFrame().getByRole('button', { name: 'Allow once' }),
    }));
    const areOff = () => Promise.all(buttons.map(({ allow }) => allow.getAttribute('aria-disabled')));
    await expect.poll(areOff).toEqual(deceptions.map(() => 'false'));
    await page.evaluate(
      (text) => {
        const sheet = document.querySelector('#change');
        if (sheet !== null) sheet.textContent = text;
      },
      deceptions.map((style, index) => `div:nth-of-type(${index + 1})>${style}`).join('\n'),
    );
    await expect.poll(areOff).toEqual(deceptions.map(() => 'true'));
    for (const { allow, frame, style } of buttons) {
      await allow.evaluate((button: HTMLElement) => button.click());
      const box = await frame.boundingBox();
      if (box === null) throw new Error(`The frame with ${style} is not on the page.`);
      await page.mouse.click(box.x + box.width / 7, box.y + box.height / 2);
    }
    expect(await store.questions.list()).toHaveLength(1);
    expect(answered()).toBe('none yet');
  });

  it('asks for a window when the person presses and it cannot be answered here', async () => {
    const { url, store } = await ask();
    const page = await openApp(url);
    await page.addStyleTag({ content: 'iframe{opacity:.5}' });
    const allow = page.frameLocator('iframe').getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    await allow.click({ force: true });
    await expect
      .poll(() => page.evaluate('messages.at(-1)'))
      .toMatchObject({ type: 'annotate:consent', state: 'needs-window' });
    expect(await store.questions.list()).toHaveLength(1);
  });

  it('cannot be read, clicked or posted to by scripts of the app', async () => {
    const { url, answered, store } = await ask();
    const page = await openApp(url);
    const allow = page.frameLocator('iframe').getByRole('button', { name: 'Allow once' });
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
    const attempts = await page.evaluate(async (address) => {
      const tell = (attempt: () => unknown): string => {
        try {
          return String(attempt());
        } catch (error) {
          return (error as Error).name;
        }
      };
      const frame = document.querySelector('iframe');
      const send = (init: RequestInit) =>
        fetch(address, init).then(String, (error: unknown) => (error as Error).name);
      const body = JSON.stringify({ token: 'x', optionId: 'once' });
      frame?.contentWindow?.postMessage({ type: 'annotate:consent', optionId: 'once' }, '*');
      return [
        tell(() => frame?.contentWindow?.document.querySelector('button')),
        tell(() => frame?.contentDocument),
        await send({}),
        await send({ method: 'POST', body, headers: { 'Content-Type': 'application/json' } }),
        await send({ method: 'POST', body, mode: 'no-cors' }),
      ];
    }, url);
    expect(attempts).toEqual(['SecurityError', 'null', 'TypeError', 'TypeError', '[object Response]']);
    // An event that a script makes is not trusted, even inside of the page.
    await allow.dispatchEvent('click');
    expect(await store.questions.list()).toHaveLength(1);
    expect(answered()).toBe('none yet');
  });

  it('asks for a window where the browser cannot tell whether it is visible', async () => {
    const { url } = await ask();
    const page = await openApp('about:blank');
    await page.addInitScript('delete IntersectionObserverEntry.prototype.isVisible');
    await page.evaluate((address) => document.querySelector('iframe')?.setAttribute('src', address), url);
    await page.frameLocator('iframe').getByText('Answer in a window').waitFor();
    expect(await page.evaluate('messages.map(({ state }) => state)')).toContain('needs-window');
  });
});

/** Clicks and keys that the person meant for something else. The clock stands still, however busy the machine is. */
describe('of an app that plays with the person', () => {
  it('takes no click that comes with the pointer or the frame, and no drag that ends in it', async () => {
    const { url, answer } = await ask();
    const page = await openFrozenApp(url);
    const [allow, refuse] = [button(page, 'Allow once'), button(page, 'Refuse')];
    const at = await centreOf(allow);
    // The frame comes under a pointer that rests.
    await page.evaluate('document.querySelector("div").style.marginTop = "400px"');
    await page.mouse.move(at.x, at.y);
    await untilReady(page);
    await page.evaluate('document.querySelector("div").style.marginTop = ""');
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
    while (!(await refuse.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab');
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
    const allow = outer.frameLocator('iframe').frameLocator('iframe').getByRole('button', { name: 'Allow once' });
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
  const context = await browser.newContext({ viewport: { width: 4 * 420, height: 4 * 420 } });
  onTestFinished(() => context.close());
  await context.clock.install();
  await context.clock.pauseAt(new Date(Date.now() + 60_000));
  const page = await context.newPage();
  await page.goto(address);
  return page;
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
