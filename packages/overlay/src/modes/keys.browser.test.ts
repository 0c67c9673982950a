import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { $, page } from '../picking/testing/input.ts';
import { defaultKeys } from '../state/config.ts';

import { parseShortcut, watchKeys } from './keys.ts';

let calls: string[];
let app: string[];
let inspecting: boolean;
let ours: boolean;
let stop: () => void;

const onApp = (event: KeyboardEvent) => app.push(event.code);

beforeEach(() => {
  calls = [];
  app = [];
  inspecting = false;
  ours = false;
  page(
    '<button id="b">b</button><input id="i" /><div id="e" contenteditable>e</div><div id="r" role="textbox" tabindex="0">r</div><div id="s"></div>',
  );
  document.addEventListener('keydown', onApp);
  stop = watch({ ...defaultKeys, copy: null });
});

function watch(keys: Parameters<typeof watchKeys>[1]): () => void {
  return watchKeys(window, keys, {
    onCommand: (command) => calls.push(command),
    onEscape: () => {
      calls.push('escape');
      return ours;
    },
    isPicking: () => inspecting,
    onWalk: (by) => calls.push(`walk ${by}`),
    onStep: (by) => calls.push(`step ${by}`),
    onComponent: () => calls.push('component'),
    onPick: (gather) => calls.push(`pick ${gather}`),
  });
}

afterEach(() => {
  stop();
  document.removeEventListener('keydown', onApp);
});

const inspect = '{Alt>}{Shift>}{KeyA}{/Shift}{/Alt}';
const inspectKey = {
  code: 'KeyA',
  altKey: true,
  shiftKey: true,
  bubbles: true,
  composed: true,
  cancelable: true,
};
const press = (target: EventTarget, init: KeyboardEventInit) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }),
  );

it('hears its keys by their place on the keyboard, and the app does not', () => {
  $('#b').focus();
  press($('#b'), { ...inspectKey, key: 'Å' });
  expect(calls).toEqual(['inspect']);
  expect(app).toEqual([]);
});

it('hears real keys', async () => {
  $('#b').focus();
  await userEvent.keyboard(inspect);
  expect(calls).toEqual(['inspect']);
});

it('wants exactly its modifiers', () => {
  press(document.body, { ...inspectKey, ctrlKey: true });
  press(document.body, { ...inspectKey, shiftKey: false });
  expect(calls).toEqual([]);
  expect(app).toEqual(['KeyA', 'KeyA']);
});

it('leaves a switched off key to the app', () => {
  press(document.body, { ...inspectKey, code: 'KeyE' });
  expect(calls).toEqual([]);
  expect(app).toEqual(['KeyE']);
});

const typing = ['#i', '#e', '#r'];

it.each(typing)('fires a chord with Alt and Shift while typing in %s, and types nothing', (selector) => {
  $(selector).focus();
  expect(press($(selector), { ...inspectKey, key: 'Å' })).toBe(false);
  expect(calls).toEqual(['inspect']);
  expect(app).toEqual([]);
});

it.each(typing)('fires nothing else while typing in %s', (selector) => {
  stop();
  stop = watch({ ...defaultKeys, inspect: 'Ctrl+KeyK' });
  inspecting = true;
  $(selector).focus();
  press($(selector), { code: 'KeyK', ctrlKey: true });
  press($(selector), { code: 'Enter' });
  press($(selector), { code: 'ArrowUp' });
  expect(calls).toEqual([]);
  expect(app).toEqual(['KeyK', 'Enter', 'ArrowUp']);
});

it('knows a field inside of a shadow root', () => {
  stop();
  stop = watch({ ...defaultKeys, inspect: 'Ctrl+KeyK' });
  const root = $('#s').attachShadow({ mode: 'open' });
  root.innerHTML = '<textarea></textarea>';
  press($('textarea', root), { code: 'KeyK', ctrlKey: true });
  expect(calls).toEqual([]);
});

it('fires nothing while an input method composes', () => {
  press(document.body, { ...inspectKey, isComposing: true });
  press(document.body, { code: 'Escape', isComposing: true });
  expect(calls).toEqual([]);
});

it('keeps Esc from the app only when it was for the overlay, also while typing', () => {
  press($('#i'), { code: 'Escape' });
  expect(app).toEqual(['Escape']);
  ours = true;
  const unhandled = press($('#i'), { code: 'Escape' });
  expect(app).toEqual(['Escape']);
  expect(unhandled).toBe(false);
  expect(calls).toEqual(['escape', 'escape']);
});

it('walks and picks with the keys only while inspecting', () => {
  for (const code of ['ArrowUp', 'Enter']) press(document.body, { code });
  expect(calls).toEqual([]);
  inspecting = true;
  for (const code of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'KeyC', 'Enter']) {
    press(document.body, { code });
  }
  press(document.body, { code: 'Enter', shiftKey: true });
  expect(calls).toEqual(['walk 1', 'walk -1', 'step -1', 'step 1', 'component', 'pick false', 'pick true']);
  expect(app).toEqual(['ArrowUp', 'Enter']);
});

it('hears them in a same-origin frame once the focus is there', async () => {
  const frame = document.createElement('iframe');
  frame.srcdoc = '<button>in</button>';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  await userEvent.click(frame);
  await expect.poll(() => document.activeElement).toBe(frame);
  press(frame.contentDocument?.body ?? document, inspectKey);
  expect(calls).toEqual(['inspect']);
});

it('hears nothing after it was stopped', () => {
  stop();
  press(document.body, inspectKey);
  expect(calls).toEqual([]);
});

it('reads a shortcut', () => {
  expect(parseShortcut('Ctrl+Meta+Digit1')).toEqual({
    code: 'Digit1',
    altKey: false,
    ctrlKey: true,
    metaKey: true,
    shiftKey: false,
  });
});
