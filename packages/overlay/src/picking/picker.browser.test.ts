import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { freeze } from '../freeze/freeze.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import type { Hover, Picked } from '../state/state.ts';

import { type Picking, startPicking } from './picker.ts';
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

let overlay: HTMLElement;
let picking: Picking | null;
let hover: Hover | null;
let hovers: Hover[];
let picks: { picked: Picked; gather: boolean }[];
let ancestryCalls: Element[];

/** Every element with `data-component` is the root of one. */
const inspection: Inspection = {
  ancestry: async (element) => {
    ancestryCalls.push(element);
    const found = [];
    let hostUp = 0;
    for (let at: Element | null = element; at !== null; at = at.parentElement, hostUp++) {
      const name = at.getAttribute('data-component');
      if (name !== null) found.push({ name, selector: name, hostUp });
    }
    return found;
  },
  locate: async (element) => ({
    source: { file: `${element.id || element.localName}.html`, line: 1, column: 1 },
    path: [0, 1],
  }),
  describe: async (element, depth) => ({
    kind: 'element',
    selector: `${element.localName}/${depth}`,
    description: element.localName,
  }),
};

function start(stopOnPick = false): void {
  picking = startPicking({
    inspection,
    overlay,
    currentHover: () => hover,
    onHover: (next) => {
      hover = next;
      if (next !== null) hovers.push(next);
    },
    onLocated: (element, located) => {
      if (hover?.element === element) hover = { ...hover, located };
    },
    onPick: (picked, gather) => {
      picks.push({ picked, gather });
      if (stopOnPick) picking?.stop();
    },
    onFailed: (error) => {
      throw error;
    },
  });
}

beforeEach(async () => {
  hover = null;
  hovers = [];
  picks = [];
  ancestryCalls = [];
  page(`
    <main data-component="Page" style="padding: 20px">
      <section id="card" data-component="Card" style="width: 300px; padding: 20px">
        <h2 id="title">Title</h2>
        <button id="save">Save</button>
        <button id="off" disabled>Off</button>
      </section>
    </main>`);
  overlay = document.createElement('nga-overlay');
  overlay.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 40px; height: 40px';
  document.documentElement.append(overlay);
  await moveTo(1, 1);
});

afterEach(() => {
  picking?.stop();
  picking = null;
  overlay.remove();
});

it('shows the element under the pointer with its components, and where it is written a moment later', async () => {
  start();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => hover?.located?.source?.file).toBe('save.html');
  expect(hover?.component).toBeNull();
  expect(hover?.element).toBe($('#save'));
  expect(hover?.ancestry.map(({ name }) => name)).toEqual(['Card', 'Page']);
});

it('asks once for an element however often the pointer moves on it', async () => {
  start();
  const [x, y] = middleOf($('#title'));
  for (const step of [0, 1, 2, 3, 4]) await moveTo(x + step, y);
  await frames(3);
  expect(ancestryCalls.filter((element) => element === $('#title'))).toHaveLength(1);
});

it('drops an answer for an element that the pointer has left', async () => {
  let answer: (() => void) | undefined;
  const real = inspection.ancestry.bind(inspection);
  const slow = vi.spyOn(inspection, 'ancestry').mockImplementation(async (element) => {
    if (element === $('#title')) await new Promise<void>((resolve) => (answer = resolve));
    return real(element);
  });
  start();
  await moveTo(...middleOf($('#title')));
  await expect.poll(() => answer).toBeDefined();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => hover?.element).toBe($('#save'));
  answer?.();
  await frames();
  expect(hover?.element).toBe($('#save'));
  slow.mockRestore();
});

it('picks what is clicked and keeps every part of the click from the app', async () => {
  const seen: string[] = [];
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'focusin'];
  for (const type of types) $('#save').addEventListener(type, () => seen.push(type));
  start(true);
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => picks).toHaveLength(1);
  await frames(3);
  expect(picks[0]?.picked.element).toBe($('#save'));
  expect(picks[0]?.gather).toBe(false);
  expect(seen).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});

it('lets the app have its clicks again afterwards', async () => {
  let clicks = 0;
  $('#save').addEventListener('click', () => clicks++);
  start(true);
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => picks).toHaveLength(1);
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => clicks).toBe(1);
});

it('picks a disabled button, which gets no click', async () => {
  start();
  await clickAt(...middleOf($('#off')));
  await expect.poll(() => picks[0]?.picked.element).toBe($('#off'));
});

it('gathers with Shift', async () => {
  start();
  await clickAt(...middleOf($('#save')), true);
  await expect.poll(() => picks[0]?.gather).toBe(true);
});

it('selects an area by dragging, with the smallest element around it', async () => {
  start();
  const title = $('#title').getBoundingClientRect();
  await drag([title.x + 5, title.y + 5], [title.x + 105, title.y + title.height + 10]);
  await expect.poll(() => picks).toHaveLength(1);
  expect(picks[0]?.picked.element).toBe($('#card'));
  expect(picks[0]?.picked.area?.width).toBeCloseTo(100, 0);
  expect(hovers.some(({ area }) => area !== undefined)).toBe(true);
});

it('treats a small movement as a click', async () => {
  start();
  const [x, y] = middleOf($('#save'));
  await moveTo(x, y);
  await pressAt(x, y);
  await moveTo(x + 3, y + 2, true);
  await releaseAt(x + 3, y + 2);
  await expect.poll(() => picks).toHaveLength(1);
  expect(picks[0]?.picked.area).toBeUndefined();
});

it('leaves what happens on the overlay alone', async () => {
  let clicks = 0;
  overlay.addEventListener('click', () => clicks++);
  start();
  await clickAt(...middleOf(overlay));
  await expect.poll(() => clicks).toBe(1);
  expect(picks).toEqual([]);
});

it('leaves what the app clicks by itself alone', () => {
  let clicks = 0;
  $('#save').addEventListener('click', () => clicks++);
  start();
  $('#save').click();
  expect(clicks).toBe(1);
});

it('sees into open shadow roots', async () => {
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).innerHTML = '<p id="inner">Inside</p>';
  document.body.append(host);
  start();
  const inner = $('#inner', host.shadowRoot ?? document);
  await clickAt(...middleOf(inner));
  await expect.poll(() => picks[0]?.picked.element).toBe(inner);
});

it('works inside of a same-origin frame that was added later, in the pixels of the page', async () => {
  start();
  const frame = document.createElement('iframe');
  frame.style.cssText = 'border: 3px solid; padding: 4px; width: 200px; height: 100px; display: block';
  frame.srcdoc = '<body style="margin:0"><button id="in" style="width:100px;height:40px">In</button>';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const button = $('#in', frame.contentDocument ?? document);
  const box = frame.getBoundingClientRect();
  await clickAt(box.x + 7 + 50, box.y + 7 + 20);
  await expect.poll(() => picks[0]?.picked.element).toBe(button);
  await drag([box.x + 7 + 10, box.y + 7 + 10], [box.x + 7 + 50, box.y + 7 + 30]);
  await expect.poll(() => picks[1]?.picked.area?.x).toBeCloseTo(box.x + 17, 0);
  expect(frame.contentDocument?.adoptedStyleSheets).toHaveLength(1);
  picking?.stop();
  expect(frame.contentDocument?.adoptedStyleSheets).toHaveLength(0);
});

it('picks by a tap and leaves no click behind', async () => {
  let clicks = 0;
  $('#save').addEventListener('click', () => clicks++);
  start();
  await tap(...middleOf($('#save')));
  await expect.poll(() => picks[0]?.picked.element).toBe($('#save'));
  await frames(3);
  expect(clicks).toBe(0);
});

it('never keeps the page from scrolling', async () => {
  page('<div style="height: 5000px">Long</div>');
  start();
  await moveTo(50, 50);
  await wheel(50, 50, 300);
  await expect.poll(() => window.scrollY).toBeGreaterThan(0);
  window.scrollTo(0, 0);
});

it('jumps to the component and to the one around it with C, and a click picks that', async () => {
  start();
  const [x, y] = middleOf($('#save'));
  await moveTo(x, y);
  await expect.poll(() => hover?.located).not.toBeNull();
  picking?.toComponent();
  expect([hover?.element, hover?.component]).toEqual([$('#card'), 0]);
  picking?.toComponent();
  expect([hover?.element, hover?.component]).toEqual([$('main'), 0]);
  picking?.toComponent();
  expect(hover?.element).toBe($('main'));
  await moveTo(x + 1, y);
  await frames();
  expect(hover?.element).toBe($('main'));
  await clickAt(x + 1, y);
  await expect.poll(() => picks[0]?.picked.element).toBe($('main'));
  await moveTo(...middleOf($('#title')));
  await expect.poll(() => [hover?.element, hover?.component]).toEqual([$('#title'), null]);
});

it('tells components with the same root element apart', async () => {
  const original = inspection.ancestry.bind(inspection);
  const shared = vi.spyOn(inspection, 'ancestry').mockImplementation(async (element) => {
    const [nearest, ...rest] = await original(element);
    return nearest === undefined ? [] : [nearest, { ...nearest, name: 'Wrapper' }, ...rest];
  });
  start();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => hover?.element).toBe($('#save'));
  picking?.toComponent();
  picking?.toComponent();
  expect([hover?.element, hover?.component]).toEqual([$('#card'), 1]);
  await picking?.pickCurrent(false);
  expect(picks[0]?.picked.target).toMatchObject({ selector: 'section/1' });
  shared.mockRestore();
});

it('walks the elements inside of a component, and back the way it came', async () => {
  start();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => hover?.element).toBe($('#save'));
  picking?.walk(1);
  await expect.poll(() => hover?.element).toBe($('#card'));
  picking?.walk(-1);
  await expect.poll(() => hover?.element).toBe($('#save'));
  picking?.step(-1);
  await expect.poll(() => hover?.element).toBe($('#title'));
});

it('stays where the keys went although the page was scrolled under the pointer', async () => {
  page(
    '<p id="one" style="height:300px">One</p><p id="two" style="height:3000px">Two</p><p id="end">End</p>',
  );
  start();
  await moveTo(...middleOf($('#one')));
  await expect.poll(() => hover?.element).toBe($('#one'));
  picking?.step(1);
  await expect.poll(() => hover?.element).toBe($('#two'));
  picking?.step(1);
  await expect.poll(() => hover?.element).toBe($('#end'));
  expect(window.scrollY).toBeGreaterThan(0);
  await frames(5);
  expect(hover?.element).toBe($('#end'));
  picking?.walk(1);
  await expect.poll(() => hover?.element).toBe(document.body);
  expect(window.scrollY).toBeGreaterThan(0);
  window.scrollTo(0, 0);
});

it('walks the elements where there are no components', async () => {
  page('<article><p id="plain"><b id="bold">Bold</b></p></article>');
  start();
  await moveTo(...middleOf($('#bold')));
  await expect.poll(() => hover?.element).toBe($('#bold'));
  picking?.walk(1);
  await expect.poll(() => hover?.element).toBe($('#plain'));
  picking?.walk(-1);
  await expect.poll(() => hover?.element).toBe($('#bold'));
});

it('reaches every element with the arrow keys alone, from what has the focus', async () => {
  page(
    '<nav><a id="home" href="#">Home</a></nav><main><p id="one">One</p><hr hidden><p id="two">Two</p></main>',
  );
  $('#home').focus();
  start();
  picking?.walk(-1);
  await expect.poll(() => hover?.element).toBe($('#home'));
  picking?.step(1);
  await expect.poll(() => hover?.element).toBe($('main'));
  picking?.walk(-1);
  await expect.poll(() => hover?.element).toBe($('#one'));
  picking?.step(1);
  await expect.poll(() => hover?.element).toBe($('#two'));
  picking?.step(-1);
  await expect.poll(() => hover?.element).toBe($('#one'));
});

it('works in a page that stops every event and has frozen its prototypes', async () => {
  const stopAll = (event: Event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const types = ['pointermove', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'];
  for (const type of types) document.addEventListener(type, stopAll, true);
  Object.freeze(EventTarget.prototype);
  Object.freeze(Element.prototype);
  start();
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => picks[0]?.picked.element).toBe($('#save'));
  for (const type of types) document.removeEventListener(type, stopAll, true);
});

it('works while the page is frozen', async () => {
  const thaw = freeze(document, overlay);
  start();
  await clickAt(...middleOf($('#save')));
  await expect.poll(() => hover?.element).toBe($('#save'));
  await expect.poll(() => picks[0]?.picked.element).toBe($('#save'));
  thaw();
});

it('reads what was selected before, but not what is selected in the overlay', () => {
  expect(selectionText(window, overlay)).toBeUndefined();
  getSelection()?.selectAllChildren($('#title'));
  expect(selectionText(window, overlay)).toBe('Title');
  $('#title').textContent = 'x'.repeat(6000);
  getSelection()?.selectAllChildren($('#title'));
  expect(selectionText(window, overlay)).toHaveLength(5000);
  overlay.textContent = 'ours';
  getSelection()?.selectAllChildren(overlay);
  expect(selectionText(window, overlay)).toBeUndefined();
});

it('shows a crosshair while it lasts and leaves nothing behind', () => {
  const before = document.documentElement.outerHTML;
  start();
  expect(getComputedStyle($('#save')).cursor).toBe('crosshair');
  picking?.stop();
  expect(getComputedStyle($('#save')).cursor).not.toBe('crosshair');
  expect(document.adoptedStyleSheets).toHaveLength(0);
  expect(document.documentElement.outerHTML).toBe(before);
});
