import { expect, it, vi } from 'vitest';

import { freeze } from '../modes/freeze.ts';

import { selectionText } from './selection-text.ts';
import {
  $,
  clickAt,
  drag,
  frames,
  middleOf,
  moveTo,
  page,
  pressAt,
  releaseAt,
  tap,
  wheel,
} from './testing/input.ts';
import { setUpPicking } from './testing/seen-picking.ts';

const seen = setUpPicking();

it('shows the element under the pointer with its components, and where it is written a moment later', async () => {
  seen.start();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => seen.hover?.located?.source?.file).toBe('save.html');
  expect(seen.hover?.component).toBeNull();
  expect(seen.hover?.element).toBe($('#save'));
  expect(seen.hover?.ancestry.map(({ name }) => name)).toEqual(['Card', 'Page']);
});

it('picks what was clicked while the picker was loaded', async () => {
  const [x, y] = middleOf($('#save'));
  seen.start(false, { x, y, isReleased: true });
  await expect.poll(() => seen.picks).toHaveLength(1);
  expect(seen.picks[0]?.picked.element).toBe($('#save'));
});

it('asks once for an element however often the pointer moves on it', async () => {
  seen.start();
  const [x, y] = middleOf($('#title'));
  for (const step of [0, 1, 2, 3, 4]) await moveTo(x + step, y);
  await frames(3);
  expect(seen.ancestryCalls.filter((element) => element === $('#title'))).toHaveLength(1);
});

it('drops an answer for an element that the pointer has left', async () => {
  let answer: (() => void) | undefined;
  const real = seen.inspection.ancestry.bind(seen.inspection);
  const slow = vi.spyOn(seen.inspection, 'ancestry').mockImplementation(async (element) => {
    if (element === $('#title')) await new Promise<void>((resolve) => (answer = resolve));
    return real(element);
  });
  seen.start();
  await moveTo(...middleOf($('#title')));
  await expect.poll(() => answer).toBeDefined();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => seen.hover?.element).toBe($('#save'));
  answer?.();
  await frames();
  expect(seen.hover?.element).toBe($('#save'));
  slow.mockRestore();
});

it('picks what is clicked and keeps every part of the click from the app', async () => {
  const heard: string[] = [];
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'focusin'];
  for (const type of types) $('#save').addEventListener(type, () => heard.push(type));
  seen.start(true);
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => seen.picks).toHaveLength(1);
  await frames(3);
  expect(seen.picks[0]?.picked.element).toBe($('#save'));
  expect(seen.picks[0]?.gather).toBe(false);
  expect(heard).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});

it('lets the app have its clicks again afterwards', async () => {
  let clicks = 0;
  $('#save').addEventListener('click', () => clicks++);
  seen.start(true);
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => seen.picks).toHaveLength(1);
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => clicks).toBe(1);
});

it('picks a disabled button, which gets no click', async () => {
  seen.start();
  await clickAt(...middleOf($('#off')));
  await expect.poll(() => seen.picks[0]?.picked.element).toBe($('#off'));
});

it('gathers with Shift', async () => {
  seen.start();
  await clickAt(...middleOf($('#save')), true);
  await expect.poll(() => seen.picks[0]?.gather).toBe(true);
});

it('selects an area by dragging, with the smallest element around it', async () => {
  seen.start();
  const title = $('#title').getBoundingClientRect();
  await drag([title.x + 5, title.y + 5], [title.x + 105, title.y + title.height + 10]);
  await expect.poll(() => seen.picks).toHaveLength(1);
  expect(seen.picks[0]?.picked.element).toBe($('#card'));
  expect(seen.picks[0]?.picked.area?.width).toBeCloseTo(100, 0);
  expect(seen.hovers.some(({ area }) => area !== undefined)).toBe(true);
});

it('treats a small movement as a click', async () => {
  seen.start();
  const [x, y] = middleOf($('#save'));
  await moveTo(x, y);
  await pressAt(x, y);
  await moveTo(x + 3, y + 2, true);
  await releaseAt(x + 3, y + 2);
  await expect.poll(() => seen.picks).toHaveLength(1);
  expect(seen.picks[0]?.picked.area).toBeUndefined();
});

it('leaves what happens on the overlay alone', async () => {
  let clicks = 0;
  seen.overlay.addEventListener('click', () => clicks++);
  seen.start();
  await clickAt(...middleOf(seen.overlay));
  await expect.poll(() => clicks).toBe(1);
  expect(seen.picks).toEqual([]);
});

it('leaves what the app clicks by itself alone', () => {
  let clicks = 0;
  $('#save').addEventListener('click', () => clicks++);
  seen.start();
  $('#save').click();
  expect(clicks).toBe(1);
});

it('sees into open shadow roots', async () => {
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).innerHTML = '<p id="inner">Inside</p>';
  document.body.append(host);
  seen.start();
  const inner = $('#inner', host.shadowRoot ?? document);
  await clickAt(...middleOf(inner));
  await expect.poll(() => seen.picks[0]?.picked.element).toBe(inner);
});

it('works inside of a same-origin frame that was added later, in the pixels of the page', async () => {
  seen.start();
  const frame = document.createElement('iframe');
  frame.style.cssText = 'border: 3px solid; padding: 4px; width: 200px; height: 100px; display: block';
  frame.srcdoc = '<body style="margin:0"><button id="in" style="width:100px;height:40px">In</button>';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const button = $('#in', frame.contentDocument ?? document);
  const box = frame.getBoundingClientRect();
  await clickAt(box.x + 7 + 50, box.y + 7 + 20);
  await expect.poll(() => seen.picks[0]?.picked.element).toBe(button);
  await drag([box.x + 7 + 10, box.y + 7 + 10], [box.x + 7 + 50, box.y + 7 + 30]);
  await expect.poll(() => seen.picks[1]?.picked.area?.x).toBeCloseTo(box.x + 17, 0);
  expect(frame.contentDocument?.adoptedStyleSheets).toHaveLength(1);
  seen.picking?.stop();
  expect(frame.contentDocument?.adoptedStyleSheets).toHaveLength(0);
});

it('picks by a tap and leaves no click behind', async () => {
  let clicks = 0;
  $('#save').addEventListener('click', () => clicks++);
  seen.start();
  await tap(...middleOf($('#save')));
  await expect.poll(() => seen.picks[0]?.picked.element).toBe($('#save'));
  await frames(3);
  expect(clicks).toBe(0);
});

it('never keeps the page from scrolling', async () => {
  page('<div style="height: 5000px">Long</div>');
  seen.start();
  await moveTo(50, 50);
  await wheel(50, 50, 300);
  await expect.poll(() => window.scrollY).toBeGreaterThan(0);
  window.scrollTo(0, 0);
});

// With frozen prototypes too, which no test can thaw for the next: e2e/hostile.spec.ts.
it('works in a page that stops every event', async () => {
  const stopAll = (event: Event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const types = ['pointermove', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'];
  for (const type of types) document.addEventListener(type, stopAll, true);
  seen.start();
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => seen.picks[0]?.picked.element).toBe($('#save'));
  for (const type of types) document.removeEventListener(type, stopAll, true);
});

it('works while the page is frozen', async () => {
  const thaw = freeze(document, seen.overlay);
  seen.start();
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => seen.hover?.element).toBe($('#save'));
  await expect.poll(() => seen.picks[0]?.picked.element).toBe($('#save'));
  thaw();
});

it('reads what was selected before, but not what is selected in the overlay', () => {
  expect(selectionText(window, seen.overlay)).toBeUndefined();
  getSelection()?.selectAllChildren($('#title'));
  expect(selectionText(window, seen.overlay)).toBe('Title');
  $('#title').textContent = 'x'.repeat(6000);
  getSelection()?.selectAllChildren($('#title'));
  expect(selectionText(window, seen.overlay)).toHaveLength(5000);
  seen.overlay.textContent = 'ours';
  getSelection()?.selectAllChildren(seen.overlay);
  expect(selectionText(window, seen.overlay)).toBeUndefined();
});

it('shows a crosshair while it lasts and leaves nothing behind', () => {
  const before = document.documentElement.outerHTML;
  seen.start();
  expect(getComputedStyle($('#save')).cursor).toBe('crosshair');
  seen.picking?.stop();
  expect(getComputedStyle($('#save')).cursor).not.toBe('crosshair');
  expect(document.adoptedStyleSheets).toHaveLength(0);
  expect(document.documentElement.outerHTML).toBe(before);
});
