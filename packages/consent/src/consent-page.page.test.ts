/** The page in Chromium: alone, and in a frame of an app that tries to get an answer. */
import { describe, expect, it } from 'vitest';

import type { Asked } from './asked.ts';
import { ask, openApp, openBrowserPage, serveApp, useChromium } from './testing/app-in-chromium.ts';
import { permission } from './testing/asked.ts';

useChromium();

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

const form: Asked = {
  kind: 'elicitation',
  title: 'Answer some questions',
  agentName: 'Claude',
  text: '<b>Which</b> theme?',
  fieldsTitle: 'Theme',
  fields: [
    {
      id: 'name',
      label: '<i>Name</i>',
      hint: 'As shown',
      required: true,
      type: 'text',
      least: 2,
      most: 40,
      pattern: '^[a-z]+$',
    },
    { id: 'notes', label: 'Notes', type: 'text', value: '\nsecond line' },
    { id: 'mail', label: 'Mail', type: 'text', format: 'email' },
    { id: 'count', label: 'Count', type: 'number', isWhole: true, least: 1, most: 3, value: 2 },
    { id: 'dark', label: 'Dark', type: 'yes-no', value: true },
    {
      id: 'colour',
      label: 'Colour',
      required: true,
      type: 'choice',
      choices: [
        { value: 'r', name: 'Red', group: 'Warm' },
        { value: 'b', name: 'Blue', hint: 'as the sea', group: 'Cold' },
      ],
    },
    {
      id: 'pages',
      label: 'Pages',
      type: 'choices',
      least: 1,
      choices: [
        { value: 'a', name: 'A' },
        { value: 'z', name: 'Z' },
      ],
    },
  ],
  options: [
    { id: 'send', name: 'Send', kind: 'allow_once', takesFields: true },
    { id: 'decline', name: 'Decline', kind: 'reject_once' },
  ],
};

describe('a form', () => {
  it('says what is wrong beside each field, and is sent when nothing is', async () => {
    const { url, answer, answered } = await ask(form);
    const page = await openBrowserPage(url);
    await page.getByText('<b>Which</b> theme?').waitFor();
    const send = page.getByRole('button', { name: 'Send' });
    await send.hover();
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false');
    const problems = () => page.locator('.problem:not([hidden])').allTextContents();
    await page.getByLabel('Mail').fill('ada');
    await page.getByLabel('Count').fill('2.5');
    await send.click();
    await page.getByText('Not sent yet').waitFor();
    expect(await problems()).toEqual([
      'Fill this in.',
      'Write an email address, such as ada@example.org.',
      'Write a whole number.',
      'Choose one.',
      'Choose at least 1.',
    ]);
    const name = page.getByLabel('<i>Name</i>');
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Ada 7');
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false');
    await send.click();
    await expect.poll(problems).toEqual(['This does not have the form that is asked for: ^[a-z]+$']);
    expect(answered()).toBe('none yet');
    await name.fill('ada');
    await page.getByLabel('Mail').fill('ada@example.org');
    await page.getByLabel('Count').fill('3');
    await page.getByLabel('Dark').uncheck();
    await page.getByLabel('Colour').selectOption({ label: 'Blue – as the sea' });
    await page.getByLabel('Z').check();
    await send.click();
    expect(await answer).toEqual({
      optionId: 'send',
      values: new Map<string, unknown>([
        ['name', 'ada'],
        ['notes', '\nsecond line'],
        ['mail', 'ada@example.org'],
        ['count', 3],
        ['dark', false],
        ['colour', 'b'],
        ['pages', ['z']],
      ]),
    });
  });

  it('names its fields in a frame, and is filled in in the window', async () => {
    const { url, answer } = await ask(form);
    const page = await openApp(url);
    const frame = page.frameLocator('iframe');
    await frame.getByText('In the window: <i>Name</i>, Notes, Mail').waitFor();
    expect(await frame.getByLabel('Colour').isVisible()).toBe(false);
    const fill = frame.getByRole('button', { name: 'Fill in…' });
    await fill.hover();
    await expect.poll(() => fill.getAttribute('aria-disabled')).toBe('false');
    await fill.click();
    await expect
      .poll(() => page.evaluate('messages.at(-1)'))
      .toMatchObject({ state: 'needs-window', pressed: true });
    const decline = frame.getByRole('button', { name: 'Decline' });
    await decline.click();
    expect(await answer).toEqual({ optionId: 'decline' });
  });
});

describe('an address', () => {
  const visit: Asked = {
    kind: 'elicitation',
    title: 'Open a web page',
    text: 'Sign in.',
    options: [
      { id: 'open', name: 'Open in a new tab', kind: 'allow_once', opensLink: true },
      { id: 'decline', name: 'Decline', kind: 'reject_once' },
    ],
  };

  it('is shown whole with its host, and opened by the press of the person without a way back to this page', async () => {
    const app = await serveApp('about:blank');
    const { url, answer } = await ask({ ...visit, link: `${app}/login?next=%2F` });
    const page = await openBrowserPage(url);
    await page.getByText(`Leads to ${new URL(app).host}`).waitFor();
    await page.getByText(`${app}/login?next=%2F`).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    const open = page.getByRole('button', { name: 'Open in a new tab' });
    await open.hover();
    await expect.poll(() => open.getAttribute('aria-disabled')).toBe('false');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
    expect(await answer).toEqual({ optionId: 'open' });
    await tab.waitForURL(`${app}/login?next=%2F`);
    expect(await tab.evaluate(() => `${window.opener === null} ${document.referrer}`)).toBe('true ');
  });

  it('that is none of the web is neither shown nor opened', async () => {
    const { url } = await ask({ ...visit, link: 'javascript:document.title=1' });
    const html = await (await fetch(url)).text();
    expect(html).not.toContain('document.title=1');
    expect(html).not.toContain('data-opens=');
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
    const allow = page.frameLocator('iframe').getByRole('button', { name: 'Allow once' });
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
    await page.addStyleTag({ content: 'iframe{opacity:.5}' });
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('true');
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
    // An event that a script makes is not trusted, even inside the page.
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
