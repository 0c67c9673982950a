import { expect, it, vi } from 'vitest';

import { $, clickAt, frames, middleOf, moveTo, page } from './testing/input.ts';
import { setUpPicking } from './testing/seen-picking.ts';

const seen = setUpPicking();

it('jumps to the component and to the one around it with C, and a click picks that', async () => {
  seen.start();
  const [x, y] = middleOf($('#save'));
  await moveTo(x, y);
  await expect.poll(() => seen.hover?.located).not.toBeNull();
  seen.picking?.toComponent();
  expect([seen.hover?.element, seen.hover?.component]).toEqual([$('#card'), 0]);
  seen.picking?.toComponent();
  expect([seen.hover?.element, seen.hover?.component]).toEqual([$('main'), 0]);
  seen.picking?.toComponent();
  expect(seen.hover?.element).toBe($('main'));
  await moveTo(x + 1, y);
  await frames();
  expect(seen.hover?.element).toBe($('main'));
  await clickAt(x + 1, y);
  await expect.poll(() => seen.picks[0]?.picked.element).toBe($('main'));
  await moveTo(...middleOf($('#title')));
  await expect.poll(() => [seen.hover?.element, seen.hover?.component]).toEqual([$('#title'), null]);
});

it('tells components with the same root element apart', async () => {
  const original = seen.inspection.ancestry.bind(seen.inspection);
  const shared = vi.spyOn(seen.inspection, 'ancestry').mockImplementation(async (element) => {
    const [nearest, ...rest] = await original(element);
    return nearest === undefined ? [] : [nearest, { ...nearest, name: 'Wrapper' }, ...rest];
  });
  seen.start();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => seen.hover?.element).toBe($('#save'));
  seen.picking?.toComponent();
  seen.picking?.toComponent();
  expect([seen.hover?.element, seen.hover?.component]).toEqual([$('#card'), 1]);
  await seen.picking?.pickCurrent(false);
  expect(seen.picks[0]?.picked.target).toMatchObject({ selector: 'section/1' });
  shared.mockRestore();
});

it('walks the elements inside of a component, and back the way it came', async () => {
  seen.start();
  await moveTo(...middleOf($('#save')));
  await expect.poll(() => seen.hover?.element).toBe($('#save'));
  seen.picking?.walk(1);
  await expect.poll(() => seen.hover?.element).toBe($('#card'));
  seen.picking?.walk(-1);
  await expect.poll(() => seen.hover?.element).toBe($('#save'));
  seen.picking?.step(-1);
  await expect.poll(() => seen.hover?.element).toBe($('#title'));
});

it('stays where the keys went although the page was scrolled under the pointer', async () => {
  page(
    '<p id="one" style="height:300px">One</p><p id="two" style="height:3000px">Two</p><p id="end">End</p>',
  );
  seen.start();
  await moveTo(...middleOf($('#one')));
  await expect.poll(() => seen.hover?.element).toBe($('#one'));
  seen.picking?.step(1);
  await expect.poll(() => seen.hover?.element).toBe($('#two'));
  seen.picking?.step(1);
  await expect.poll(() => seen.hover?.element).toBe($('#end'));
  expect(window.scrollY).toBeGreaterThan(0);
  await frames(5);
  expect(seen.hover?.element).toBe($('#end'));
  seen.picking?.walk(1);
  await expect.poll(() => seen.hover?.element).toBe(document.body);
  expect(window.scrollY).toBeGreaterThan(0);
  window.scrollTo(0, 0);
});

it('walks the elements where there are no components', async () => {
  page('<article><p id="plain"><b id="bold">Bold</b></p></article>');
  seen.start();
  await moveTo(...middleOf($('#bold')));
  await expect.poll(() => seen.hover?.element).toBe($('#bold'));
  seen.picking?.walk(1);
  await expect.poll(() => seen.hover?.element).toBe($('#plain'));
  seen.picking?.walk(-1);
  await expect.poll(() => seen.hover?.element).toBe($('#bold'));
});

it('reaches every element with the arrow keys alone, from what has the focus', async () => {
  page(
    '<nav><a id="home" href="#">Home</a></nav><main><p id="one">One</p><hr hidden><p id="two">Two</p></main>',
  );
  $('#home').focus();
  seen.start();
  seen.picking?.walk(-1);
  await expect.poll(() => seen.hover?.element).toBe($('#home'));
  seen.picking?.step(1);
  await expect.poll(() => seen.hover?.element).toBe($('main'));
  seen.picking?.walk(-1);
  await expect.poll(() => seen.hover?.element).toBe($('#one'));
  seen.picking?.step(1);
  await expect.poll(() => seen.hover?.element).toBe($('#two'));
  seen.picking?.step(-1);
  await expect.poll(() => seen.hover?.element).toBe($('#one'));
});
