import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { OutboxEntry } from '../connection/outbox.ts';
import { inDatabase } from '../connection/picture-database.ts';
import { createOverlay, type Overlay } from '../overlay.ts';
import { pictureFile } from '../panels/testing/picture-file.ts';
import { $, clickAt, moveTo, page } from '../picking/testing/input.ts';
import { select } from '../review/text/testing/text-page.ts';

const here = location.href;
let overlay: Overlay;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  page('<main style="margin:40px"><p id="b">We deliver to every house in town.</p></main>');
});

afterEach(() => {
  overlay.close();
  getSelection()?.removeAllRanges();
  history.replaceState(null, '', here);
  page('');
});

const composer = () =>
  overlay.element.shadowRoot?.querySelector<HTMLElement>('[data-nga="composer"]') ?? null;
const field = () => composer()?.querySelector('textarea') ?? null;
const button = (name: string) => composer()?.querySelector<HTMLElement>(name);
const sent = () => [...overlay.state().annotations.values()];

async function writeNote(text: string): Promise<void> {
  overlay = createOverlay({ hub: '/__annotate', appId: '.' });
  press(document.body, 'KeyN', { altKey: true, shiftKey: true });
  await expect.poll(field).not.toBeNull();
  type(text);
}

function type(text: string): void {
  const into = field();
  if (into === null) throw new Error('No composer is open.');
  into.focus();
  into.value = text;
  into.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

function press(target: Element | null | undefined, code: string, modifiers: KeyboardEventInit = {}): void {
  const init = { code, key: code, bubbles: true, composed: true, cancelable: true, ...modifiers };
  target?.dispatchEvent(new KeyboardEvent('keydown', init));
}

/** Sooner than any timer, key or navigation. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

describe('what was sent is sent', () => {
  it.each([
    { name: 'Esc', after: () => press(field(), 'Escape') },
    { name: 'a click on the cross', after: () => button('.nga-close')?.click() },
    {
      name: 'a click outside',
      after: () => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
    },
    { name: 'Inspect', after: () => press(document.body, 'KeyA', { altKey: true, shiftKey: true }) },
    {
      name: 'another page note',
      after: () => press(document.body, 'KeyN', { altKey: true, shiftKey: true }),
    },
  ])('although $name follows at once', async ({ after }) => {
    await writeNote('Bolder');
    press(field(), 'Enter', { ctrlKey: true });
    after();
    await expect.poll(sent).toMatchObject([{ kind: 'page', annotationText: 'Bolder', status: 'pending' }]);
    await expect.poll(() => overlay.state().kept.size).toBe(0);
  });

  it('with keys of a real keyboard that follow each other at once', async () => {
    await writeNote('Typed');
    await userEvent.keyboard('{Control>}{Enter}{/Control}{Escape}');
    await expect.poll(sent).toMatchObject([{ annotationText: 'Typed', status: 'pending' }]);
  });

  it('to the batch although Esc follows at once', async () => {
    await writeNote('Later');
    const [add] = [...(composer()?.querySelectorAll('button') ?? [])].filter(
      ({ textContent }) => textContent === 'Add to batch',
    );
    add?.click();
    press(field(), 'Escape');
    await expect.poll(sent).toMatchObject([{ annotationText: 'Later', status: 'draft' }]);
  });

  it('once although the key is pressed twice', async () => {
    await writeNote('Once');
    press(field(), 'Enter', { ctrlKey: true });
    press(field(), 'Enter', { ctrlKey: true });
    press(field(), 'Escape');
    await expect.poll(() => composer()).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  it('about the page where it was written, although the app navigates at once', async () => {
    await writeNote('Here');
    press(field(), 'Enter', { ctrlKey: true });
    history.pushState(null, '', '/elsewhere');
    press(field(), 'Escape');
    await expect.poll(sent).toMatchObject([{ annotationText: 'Here', pageUrl: here }]);
  });

  it('before the page unloads, because the outbox is written in the task of the key', async () => {
    await writeNote('In time');
    press(field(), 'Enter', { ctrlKey: true });
    await nextTask();
    expect(sent()).toHaveLength(1);
  });

  it('without its picture when the page unloads while the picture is taken', async () => {
    await writeNote('No time for a picture');
    const [screenshot] = composer()?.querySelectorAll<HTMLElement>('.nga-extras > button') ?? [];
    screenshot?.click();
    press(field(), 'Enter', { ctrlKey: true });
    press(field(), 'Escape');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await expect.poll(sent).toMatchObject([{ annotationText: 'No time for a picture' }]);
    expect(sent()[0]).not.toHaveProperty('screenshot');
  });

  it('with the pictures of the person, which wait for the dev server', async () => {
    await writeNote('As here');
    const clipboardData = new DataTransfer();
    clipboardData.items.add(await pictureFile('a.png'));
    field()?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    await expect.poll(() => button('[data-nga=draw]')).not.toBeNull();
    press(field(), 'Enter', { ctrlKey: true });
    await expect.poll(sent).toMatchObject([{ annotationText: 'As here' }]);
    const entry = Object.keys(localStorage).find((key) => key.startsWith('annotate:outbox:')) ?? '';
    const { ref, picture } = JSON.parse(localStorage.getItem(entry) ?? '{}') as OutboxEntry;
    expect(picture).toBe(true);
    const kept = () => inDatabase('readonly', (table) => table.get(ref));
    await expect.poll(kept).toMatchObject({ pictures: [{ type: 'image/webp' }] });
    await inDatabase('readwrite', (table) => table.delete(ref));
  });

  it('on selected text although Esc follows at once', async () => {
    overlay = createOverlay({ hub: '/__annotate', appId: '.', review: true });
    await Promise.all([import('../review/review.ts'), import('../panels/panels.tsx')]);
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(field).not.toBeNull();
    type('Say bring');
    press(field(), 'Enter', { ctrlKey: true });
    press(field(), 'Escape');
    await expect.poll(sent).toMatchObject([{ kind: 'text', annotationText: 'Say bring' }]);
  });
});

describe('what was tried by hand', () => {
  it('is sent as wishes and as the text, and stays in the page until the overlay closes', async () => {
    overlay = createOverlay({ hub: '/__annotate', appId: '.' });
    press(document.body, 'KeyA', { altKey: true, shiftKey: true });
    await import('../modes/start-picking-mode.ts');
    const { x, y } = $('#b').getBoundingClientRect();
    await moveTo(x + 20, y + 5);
    await clickAt(x + 20, y + 5);
    await expect.poll(field).not.toBeNull();
    button('[data-nga="try-it"]')?.click();
    await expect.poll(() => button('[aria-label="Padding"]')).toBeTruthy();
    const padding = button('[aria-label="Padding"]');
    if (!(padding instanceof HTMLInputElement)) throw new Error('Padding cannot be tried.');
    padding.value = '16px';
    padding.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    button('[data-nga="save"]')?.click();
    await expect.poll(sent).toMatchObject([
      {
        annotationText: 'Padding 0px → 16px',
        wishes: [{ what: 'style', name: 'padding', before: '0px', after: '16px' }],
      },
    ]);
    await expect.poll(composer).toBeNull();
    expect(getComputedStyle($('#b')).padding).toBe('16px');
    overlay.close();
    expect($('#b').outerHTML).toBe('<p id="b">We deliver to every house in town.</p>');
  });
});
