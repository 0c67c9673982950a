import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createOverlay, type Overlay } from '../overlay.ts';
import { pictureFile } from '../panels/testing/picture-file.ts';
import { $, clickAt, frames, middleOf, page } from '../picking/testing/input.ts';

const shop = '<main style="padding:40px"><h1>Shop</h1><button id="buy">Buy</button><p>Since 1999</p></main>';
let overlay: Overlay;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  page(shop);
  overlay = createOverlay({ hub: '/__annotate', appId: '.' });
});

afterEach(() => {
  overlay.close();
  page('');
});

/** As a reload: nothing is left but what is stored. */
function reload(html = shop): void {
  overlay.close();
  page(html);
  overlay = createOverlay({ hub: '/__annotate', appId: '.' });
}

const root = () => overlay.element.shadowRoot;
const field = () => root()?.querySelector<HTMLTextAreaElement>('[data-nga="composer"] textarea') ?? null;
const editor = () => root()?.querySelector<HTMLTextAreaElement>('.nga-thread-panel textarea') ?? null;
const stored = () => sessionStorage.getItem('annotate:writing-on');
const shortcut = (key: string) => userEvent.keyboard(`{Alt>}{Shift>}${key}{/Shift}{/Alt}`);
const button = (name: string) =>
  [...(root()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);

async function write(into: () => HTMLTextAreaElement | null, text: string): Promise<void> {
  await expect.poll(into).not.toBeNull();
  await userEvent.fill(into() ?? document.body, text);
  await expect.poll(stored).not.toBeNull();
}

const pictures = () =>
  [...(root()?.querySelectorAll('.nga-picture-name') ?? [])].map((one) => one.textContent);

async function attach(name: string): Promise<void> {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(await pictureFile(name));
  field()?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.poll(() => button('Draw')).toBeDefined();
}

/** The picker is loaded with its first use. */
async function pick(element: Element): Promise<void> {
  await shortcut('A');
  await expect.poll(() => document.adoptedStyleSheets.length).toBeGreaterThan(0);
  await clickAt(...middleOf(element));
}

it('opens the composer of an element again, at the element, which may be elsewhere now', async () => {
  await pick($('#buy'));
  await write(field, 'Make it green');
  reload(shop.replace('<h1>', '<p>A new first line.</p><h1>'));
  await expect.poll(() => field()?.value).toBe('Make it green');
  expect(overlay.state().mode).toMatchObject({ compose: { target: { picked: [{ element: $('#buy') }] } } });
});

it('waits for an element that the app renders later', { tags: 'full' }, async () => {
  await pick($('#buy'));
  await write(field, 'Make it green');
  reload('<main>Loading</main>');
  await expect.poll(() => root()?.querySelector('.nga-root')).not.toBeNull();
  await frames(4);
  expect(field()).toBeNull();
  page(shop);
  await expect.poll(() => field()?.value).toBe('Make it green');
});

it('opens a note on the page again, and not once it was closed', async () => {
  await shortcut('N');
  await write(field, 'Shorter, please');
  reload();
  await expect.poll(() => field()?.value).toBe('Shorter, please');
  await userEvent.keyboard('{Escape}');
  await expect.poll(stored).toBeNull();
});

it(
  'has its pictures again when it is closed and opened, until it is sent; a reload drops them',
  { tags: 'full' },
  async () => {
    await shortcut('N');
    await write(field, 'As here');
    await attach('a.png');
    await userEvent.keyboard('{Escape}');
    await expect.poll(field).toBeNull();
    await shortcut('N');
    await expect.poll(pictures).toEqual(['a.png']);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => overlay.state().annotations.size).toBe(1);
    await shortcut('N');
    await write(field, 'And here');
    expect(pictures()).toEqual([]);
    await attach('b.png');
    reload();
    await expect.poll(() => field()?.value).toBe('And here');
    expect(pictures()).toEqual([]);
  },
);

it('opens a thread again in which a request was changed', async () => {
  await shortcut('N');
  await write(field, 'Shorter, please');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => overlay.state().annotations.size).toBe(1);
  await expect.poll(stored).toBeNull();
  const [id = ''] = overlay.state().annotations.keys();
  await shortcut('P');
  await expect.poll(() => root()?.querySelector<HTMLElement>('.nga-item')).toBeTruthy();
  root()?.querySelector<HTMLElement>('.nga-item')?.click();
  await expect.poll(() => button('Edit')).toBeDefined();
  button('Edit')?.click();
  await write(editor, 'Much shorter, please');
  reload();
  await expect.poll(() => overlay.state().mode).toMatchObject({ name: 'thread', id });
  await expect.poll(() => editor()?.value).toBe('Much shorter, please');
});

it('does not come up on another page, nor over what the person has begun since', async () => {
  const here = location.href;
  await shortcut('N');
  await write(field, 'Shorter, please');
  overlay.close();
  history.replaceState(null, '', '/another');
  overlay = createOverlay({ hub: '/__annotate', appId: '.' });
  await expect.poll(stored).toBeNull();
  expect(overlay.state().mode.name).toBe('hidden');
  history.replaceState(null, '', here);
});

it.each(['{', '[1]', '{"kind":"picked","pageUrl":"/","key":"x","picked":[{}]}'])(
  '%s in the storage stops nothing',
  async (value) => {
    overlay.close();
    sessionStorage.setItem('annotate:writing-on', value);
    overlay = createOverlay({ hub: '/__annotate', appId: '.' });
    await shortcut('N');
    await write(field, 'Shorter, please');
    await expect.poll(stored).toContain('"page"');
  },
);
