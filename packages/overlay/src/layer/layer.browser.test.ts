import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { $, clickAt, frames, middleOf, page } from '../picking/testing/input.ts';

import { isolateEvents } from './events.ts';
import { keepOnTop } from './layer.ts';

let overlay: HTMLElement;
let root: ShadowRoot;
let field: HTMLInputElement;
let stop: () => void;

beforeEach(() => {
  page(
    '<dialog id="one"><button>one</button></dialog><dialog id="two"><button>two</button></dialog><div id="pop" popover="manual">p</div><div id="menu" popover="auto">m</div><p>Text</p>',
  );
  overlay = document.createElement('nga-overlay');
  root = overlay.attachShadow({ mode: 'open' });
  root.innerHTML = `
    <style>:host { position: fixed !important; inset: 20px auto auto 20px !important; width: 200px; height: 60px; margin: 0 }</style>
    <input>`;
  field = $('input', root) as HTMLInputElement;
  stop = keepOnTop(overlay);
});

afterEach(() => {
  stop();
  page('');
});

function topmostIsOverlay(): boolean {
  const [x, y] = middleOf(overlay);
  return document.elementFromPoint(x, y) === overlay;
}

function cover(element: HTMLElement): void {
  element.style.cssText =
    'position: fixed; inset: 0; width: 100vw; height: 100vh; max-width: none; max-height: none; margin: 0';
}

it('stands beside the body, in the top layer', () => {
  expect(overlay.parentElement).toBe(document.documentElement);
  expect(overlay.matches(':popover-open')).toBe(true);
});

it('the overlay is above a page with the highest z-index there is', () => {
  page('<div style="position: fixed; inset: 0; z-index: 2147483647">Mine</div>');
  expect(topmostIsOverlay()).toBe(true);
});

it('can be used while a modal dialog is open, and goes back when it closes', async () => {
  const dialog = $('#one') as HTMLDialogElement;
  cover(dialog);
  dialog.showModal();
  await expect.poll(() => overlay.parentElement).toBe(dialog);
  expect(topmostIsOverlay()).toBe(true);
  field.focus();
  expect(overlay.shadowRoot?.activeElement).toBe(field);
  dialog.close();
  expect(overlay.parentElement).toBe(document.documentElement);
  expect(overlay.matches(':popover-open')).toBe(true);
});

it('keeps the focus of a person who writes while the app opens a dialog', async () => {
  field.focus();
  const dialog = $('#one') as HTMLDialogElement;
  dialog.showModal();
  await expect.poll(() => overlay.parentElement).toBe(dialog);
  expect(overlay.shadowRoot?.activeElement).toBe(field);
});

for (const focused of ['outside', 'beside the dialog', 'nowhere'])
  it(`can be used while a modal dialog in a shadow root is open, with the focus ${focused} before`, async () => {
    const { host, root, dialog } = shadowDialog();
    if (focused === 'outside') $('#outside').focus();
    else if (focused === 'beside the dialog') $('button', root).focus();
    dialog.showModal();
    await expect.poll(() => overlay.parentElement).toBe(dialog);
    field.focus();
    expect(overlay.shadowRoot?.activeElement).toBe(field);
    dialog.close();
    await expect.poll(() => overlay.parentElement).toBe(document.documentElement);
    dialog.showModal();
    await expect.poll(() => overlay.parentElement).toBe(dialog);
    host.remove();
    await expect.poll(() => overlay.parentElement).toBe(document.documentElement);
    expect(overlay.matches(':popover-open')).toBe(true);
  });

it('finds a modal dialog in a shadow root that was open before it', async () => {
  stop();
  const { dialog } = shadowDialog();
  dialog.showModal();
  stop = keepOnTop(overlay);
  await expect.poll(() => overlay.parentElement).toBe(dialog);
});

function shadowDialog(): { host: HTMLElement; root: ShadowRoot; dialog: HTMLDialogElement } {
  page('<button id="outside">Open</button><section></section>');
  const host = $('section');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<button>Open</button><x-inner></x-inner>';
  const inner = $('x-inner', root).attachShadow({ mode: 'open' });
  inner.innerHTML = '<dialog>Nothing to type into</dialog>';
  return { host, root, dialog: $('dialog', inner) as HTMLDialogElement };
}

it('follows the topmost of several dialogs', async () => {
  const [one, two] = [$('#one') as HTMLDialogElement, $('#two') as HTMLDialogElement];
  two.showModal();
  one.showModal();
  await expect.poll(() => overlay.parentElement).toBe(one);
  one.close();
  await expect.poll(() => overlay.parentElement).toBe(two);
  two.close();
  await expect.poll(() => overlay.parentElement).toBe(document.documentElement);
});

it('comes back when an open dialog is removed from the page', async () => {
  const dialog = $('#one') as HTMLDialogElement;
  dialog.showModal();
  await expect.poll(() => overlay.parentElement).toBe(dialog);
  dialog.remove();
  await expect.poll(() => overlay.parentElement).toBe(document.documentElement);
  expect(overlay.matches(':popover-open')).toBe(true);
});

it('keeps text and focus when it moves', async () => {
  const dialog = $('#one') as HTMLDialogElement;
  dialog.showModal();
  await expect.poll(() => overlay.parentElement).toBe(dialog);
  field.focus();
  field.value = 'half a sentence';
  dialog.close();
  await frames(2);
  expect(field.value).toBe('half a sentence');
  expect(overlay.shadowRoot?.activeElement).toBe(field);
});

it('stays above a popover that the app opens later, and keeps the focus', async () => {
  field.focus();
  cover($('#pop'));
  $('#pop').showPopover();
  await expect.poll(topmostIsOverlay).toBe(true);
  expect(overlay.shadowRoot?.activeElement).toBe(field);
});

it('can be clicked without closing a menu that closes on clicks elsewhere', async () => {
  const menu = $('#menu');
  menu.showPopover();
  await expect.poll(() => overlay.parentElement).toBe(menu);
  await clickAt(...middleOf(overlay));
  expect(menu.matches(':popover-open')).toBe(true);
  await clickAt(300, 600);
  await expect.poll(() => menu.matches(':popover-open')).toBe(false);
  expect(overlay.matches(':popover-open')).toBe(true);
  expect(overlay.parentElement).toBe(document.documentElement);
});

it('survives an app that empties its page', async () => {
  document.body.innerHTML = '';
  expect(overlay.isConnected).toBe(true);
  document.documentElement.replaceChildren(document.head, document.body);
  await expect.poll(() => overlay.isConnected).toBe(true);
  expect(overlay.matches(':popover-open')).toBe(true);
});

it('moves nothing in the page', () => {
  const text = $('p').getBoundingClientRect();
  stop();
  expect(overlay.isConnected).toBe(false);
  expect($('p').getBoundingClientRect()).toEqual(text);
});

it('does not tell the app what happens on the overlay', async () => {
  const seen: string[] = [];
  const types = ['pointerdown', 'mousedown', 'click', 'focusin', 'focusout', 'keydown', 'input'];
  for (const type of types) document.addEventListener(type, (event) => seen.push(event.type));
  page('<input id="mine" style="margin-top: 200px">');
  $('#mine').focus();
  seen.length = 0;
  const lower = isolateEvents(overlay, root);
  await clickAt(...middleOf(field));
  await expect.poll(() => overlay.shadowRoot?.activeElement).toBe(field);
  expect(seen).toEqual([]);
  lower();
});

/** As libraries of dialogs keep the focus in theirs. Each takes it back from what is outside of the dialog. */
const traps: readonly { name: string; at: () => EventTarget; type: 'focus' | 'focusin'; capture: boolean }[] =
  [
    { name: 'focus-trap', at: () => document, type: 'focusin', capture: true },
    { name: 'Headless UI', at: () => window, type: 'focus', capture: true },
    { name: 'Angular CDK', at: () => document, type: 'focus', capture: true },
    { name: 'Bootstrap, Radix', at: () => document, type: 'focusin', capture: false },
  ];

it.each(traps)('keeps the focus in a field of its own beside a dialog that keeps it: $name', async (trap) => {
  page('<div role="dialog" style="margin-top: 200px"><input id="mine"></div>');
  const raised = new AbortController();
  // Ours come first, as in a page.
  const lower = isolateEvents(overlay, root);
  const takeBack = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('[role=dialog]') === null) $('#mine').focus();
  };
  trap.at().addEventListener(trap.type, takeBack, { capture: trap.capture, signal: raised.signal });
  // The same from the dialog's side: what leaves it comes back.
  document.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Element && relatedTarget.closest('[role=dialog]') === null)
        $('#mine').focus();
    },
    { capture: true, signal: raised.signal },
  );
  $('#mine').focus();
  const told: string[] = [];
  for (const type of ['focus', 'focusin', 'blur', 'focusout'])
    field.addEventListener(type, () => told.push(type));
  await clickAt(...middleOf(field));
  await userEvent.keyboard('words');
  expect(field.value).toBe('words');
  expect(($('#mine') as HTMLInputElement).value).toBe('');
  $('#mine').focus();
  // Our own parts hear of it, once.
  expect(told).toEqual(['focus', 'focusin', 'blur', 'focusout']);
  raised.abort();
  lower();
});
