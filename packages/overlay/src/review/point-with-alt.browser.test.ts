import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createOverlay, type Overlay } from '../overlay.ts';
import {
  $,
  altClickAt,
  altMoveTo,
  clickAt,
  frames,
  middleOf,
  moveTo,
  page,
} from '../picking/testing/input.ts';

let overlay: Overlay;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('annotate:first-use', 'seen');
  page(`<main style="padding: 40px"><p id="intro">Words</p><a id="link" href="#elsewhere">A link</a></main>`);
  await moveTo(5, 5);
  overlay = createOverlay({ hub: '/__annotate', appId: '.', review: true });
  await expect.poll(() => root()?.querySelectorAll('.nga-root').length).toBeGreaterThan(1);
});

afterEach(async () => {
  await userEvent.keyboard('{/Alt}');
  overlay.close();
  page('');
});

/** As a hand does: the first moves may come before the picker is loaded. */
async function moveUntilOutlined(element: Element): Promise<void> {
  const [x, y] = middleOf(element);
  let by = 0;
  await expect
    .poll(async () => {
      await altMoveTo(x + (by++ % 2), y);
      return outline();
    })
    .not.toBeNull();
}

const root = () => overlay.element.shadowRoot;
const outline = () => root()?.querySelector('[data-nga="alt-hover"]') ?? null;

it('outlines and names what the pointer is on while Alt is held, and nothing before or after', async () => {
  await moveTo(...middleOf($('#intro')));
  await frames();
  expect(outline()).toBeNull();
  await userEvent.keyboard('{Alt>}');
  await moveUntilOutlined($('#link'));
  await expect.poll(() => outline()?.querySelector('[data-nga="label"]')?.textContent).toBe('a "A link"');
  const box = outline()?.querySelector('.nga-highlight')?.getBoundingClientRect();
  expect(Math.round(box?.x ?? 0)).toBe(Math.round($('#link').getBoundingClientRect().x));
  await userEvent.keyboard('{/Alt}');
  expect(outline()).toBeNull();
});

it('comments on the element itself, also where a component drew it, and the page gets no click', async () => {
  if (!customElements.get('drawn-box')) customElements.define('drawn-box', class extends HTMLElement {});
  page(
    '<drawn-box style="display: block; padding: 40px"><a id="link" href="#elsewhere">A link</a></drawn-box>',
  );
  const clicked = vi.fn();
  $('#link').addEventListener('click', clicked);
  await userEvent.keyboard('{Alt>}');
  await moveUntilOutlined($('#link'));
  await altClickAt(...middleOf($('#link')));
  await userEvent.keyboard('{/Alt}');
  await expect
    .poll(() => overlay.state().mode)
    .toMatchObject({
      name: 'annotate',
      back: 'hidden',
      compose: {
        target: {
          picked: [{ target: { kind: 'element', selector: '#link', description: 'link "A link"' } }],
        },
      },
    });
  expect(clicked).not.toHaveBeenCalled();
  expect(location.hash).toBe('');
});

it('makes an outlined element, whose thread a click opens, except on a link in it', async () => {
  const main = $('main');
  await userEvent.keyboard('{Alt>}');
  await moveUntilOutlined(main);
  await altClickAt(...inside(main));
  await userEvent.keyboard('{/Alt}');
  const field = () => root()?.querySelector<HTMLTextAreaElement>('[data-nga="composer"] textarea') ?? null;
  await expect.poll(field).not.toBeNull();
  await userEvent.click(field() ?? document.body);
  await userEvent.keyboard('More air{Control>}{Enter}{/Control}');
  await expect.poll(() => root()?.querySelector('[data-nga="annotated"]') ?? null).not.toBeNull();
  expect(overlay.state().mode.name).toBe('hidden');
  await clickAt(...middleOf($('#link')));
  expect(overlay.state().mode.name).toBe('hidden');
  await clickAt(...inside(main));
  await expect.poll(() => overlay.state().mode.name).toBe('thread');
  history.replaceState(null, '', location.pathname + location.search);
});

/** A point of the element that none of its children covers. */
function inside(element: Element): [number, number] {
  const { x, y } = element.getBoundingClientRect();
  return [x + 10, y + 10];
}

it('leaves shortcuts with Alt to the app and the browser', async () => {
  await userEvent.keyboard('{Alt>}x');
  await altMoveTo(...middleOf($('#link')));
  await frames(4);
  expect(outline()).toBeNull();
});

it('ends when Alt was released while another window had the focus', async () => {
  await userEvent.keyboard('{Alt>}');
  await moveUntilOutlined($('#link'));
  await moveTo(...middleOf($('#intro')));
  await expect.poll(outline).toBeNull();
});

it('follows no pointer while Alt is up', async () => {
  const followed = new Set<string>();
  const add = vi.spyOn(window, 'addEventListener');
  const remove = vi.spyOn(window, 'removeEventListener');
  const moving = (type: string) => /^(pointer(move|over)|mouse(move|over))$/.test(type);
  add.mockImplementation(function (
    this: Window,
    ...[type, listener, options]: Parameters<typeof addEventListener>
  ) {
    if (moving(type)) followed.add(type);
    EventTarget.prototype.addEventListener.call(window, type, listener, options);
  });
  remove.mockImplementation(function (
    this: Window,
    ...[type, listener, options]: Parameters<typeof removeEventListener>
  ) {
    followed.delete(type);
    EventTarget.prototype.removeEventListener.call(window, type, listener, options);
  });
  try {
    await clickAt(...middleOf($('#intro')));
    expect([...followed]).toEqual([]);
    await userEvent.keyboard('{Alt>}');
    await expect.poll(() => [...followed]).toContain('pointermove');
    await userEvent.keyboard('{/Alt}');
    expect([...followed]).toEqual([]);
  } finally {
    add.mockRestore();
    remove.mockRestore();
  }
});
