import { expect, it, vi } from 'vitest';

import { $, frames, page } from '../picking/testing/input.ts';

import { about, setUpTracker } from './testing/tracked-page.ts';

const tracked = setUpTracker();
const { at } = tracked;

it('puts a badge at the top right of its element', async () => {
  page('<div id="a" style="width: 100px; height: 50px; margin: 10px; background: #eee">A</div>');
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect
    .poll(() => at('#a'))
    .toEqual({
      id: '#a',
      x: 110,
      y: 10,
      offscreen: false,
      box: { x: 10, y: 10, width: 100, height: 50 },
    });
});

const wide = 'width: 600px; margin: 10px; font: 20px/30px monospace';

/** How far the badge is from the end of the element's first line of text, and from its top. */
function fromWords(selector: string): { x: number; y: number } | undefined {
  const range = document.createRange();
  range.selectNodeContents($(selector));
  const [line] = range.getClientRects();
  const badge = at(selector);
  return line && badge && { x: badge.x - line.right, y: badge.y - line.top };
}

it.each([
  ['a heading', `<h1 id="a" style="${wide}">Get started</h1>`],
  ['a centred heading', `<h1 id="a" style="${wide}; text-align: center">Get started</h1>`],
  ['a heading that is a link', `<h1 id="a" style="${wide}"><a href="#">Get started</a></h1>`],
  ['a paragraph of two lines', `<p id="a" style="${wide}">Get started<br>It is quick and costs nothing</p>`],
  ['a line below a padding', `<p id="a" style="${wide}; padding-top: 80px">Get started</p>`],
])('puts the badge of %s as wide as the page at the end of its words', async (_, html) => {
  page(html);
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => fromWords('#a')).toEqual({ x: 12, y: 0 });
  const { x, y, width, height } = $('#a').getBoundingClientRect();
  expect(at('#a')?.box).toEqual({ x, y, width, height });
});

it.each([
  ['words that reach its edge', `<h1 id="a" style="${wide}; width: 150px">Get started</h1>`],
  ['a visible edge', `<p id="a" style="${wide}; border: 1px solid">Get started</p>`],
  ['paragraphs in it', `<section id="a" style="${wide}"><p>Get</p><p>started</p></section>`],
  ['words out of sight', `<h1 id="a" style="${wide}; text-indent: -9999px">Get started</h1>`],
  ['no words', `<div id="a" style="${wide}; height: 20px"> </div>`],
])('leaves the badge of an element with %s at its corner', async (_, html) => {
  page(html);
  tracked.tracker.show([about($('#a'), '#a')]);
  const { right, top } = $('#a').getBoundingClientRect();
  await expect.poll(() => at('#a')).toMatchObject({ x: right, y: top });
});

it('puts the badge of a control beside its corner, so that a click near it is one on the control', async () => {
  page(`<button id="a">Save</button>`);
  tracked.tracker.show([about($('#a'), '#a')]);
  const { right, top } = $('#a').getBoundingClientRect();
  await expect.poll(() => at('#a')).toMatchObject({ x: right + 6, y: top - 6 });
});

it('measures words again when they change, and not when they are scrolled', async () => {
  page(`<h1 id="a" style="${wide}">Get started</h1><div style="height: 3000px"></div>`);
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => fromWords('#a')?.x).toBe(12);
  $('#a').firstChild?.replaceWith('Get started today');
  await expect.poll(() => fromWords('#a')?.x).toBe(12);
  await frames(5);
  const measured = vi.spyOn(Range.prototype, 'getClientRects');
  const before = at('#a')?.y ?? 0;
  window.scrollTo(0, 40);
  await expect.poll(() => at('#a')?.y).toBe(before - 40);
  expect(measured).not.toHaveBeenCalled();
  measured.mockRestore();
});

it('follows through scrolling of the page and of a container', async () => {
  page(`<div id="s" style="height: 100px; overflow: auto"><div style="height: 300px"></div><p id="a">A</p></div>
    <div style="height: 3000px"></div>`);
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')?.offscreen).toBe(true);
  $('#s').scrollTop = 1000;
  await expect.poll(() => at('#a')?.offscreen).toBe(false);
  expect(at('#a')?.y).toBe($('#a').getBoundingClientRect().y);
  window.scrollTo(0, 40);
  await expect.poll(() => at('#a')?.y).toBe($('#a').getBoundingClientRect().y);
});

it('follows through resizing, inserted content and transitions', async () => {
  page('<div id="a" style="width: 100px; background: #eee; transition: translate 100ms">A</div>');
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')?.x).toBe(100);
  $('#a').style.width = '200px';
  await expect.poll(() => at('#a')?.x).toBe(200);
  $('#a').insertAdjacentHTML('beforebegin', '<div style="height: 33px"></div>');
  await expect.poll(() => at('#a')?.y).toBe(33);
  $('#a').style.translate = '50px';
  await expect.poll(() => at('#a')?.x).toBe(250);
});

it('follows a scripted animation and then stands still', async () => {
  page('<div id="a" style="width: 100px; background: #eee">A</div>');
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')?.x).toBe(100);
  $('#a').animate({ translate: ['0px', '80px'] }, { duration: 100, fill: 'forwards' });
  $('#a').title = 'moves';
  await expect.poll(() => at('#a')?.x).toBe(180);
  await frames(5);
  const before = tracked.drawn;
  await frames(10);
  expect(tracked.drawn).toBe(before);
});

it('does nothing at all without annotations', async () => {
  page('<div id="a">A</div>');
  tracked.tracker.show([]);
  $('#a').textContent = 'B';
  await frames(3);
  expect(tracked.drawn).toBe(0);
});

it('hides the badge of a hidden element, which is not lost', async () => {
  page('<div id="a">A</div>');
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => tracked.positions.length).toBe(1);
  $('#a').style.display = 'none';
  await expect.poll(() => tracked.positions.length).toBe(0);
  expect(tracked.tracker.elementOf('#a')).toBe($('#a'));
  $('#a').style.display = '';
  await expect.poll(() => tracked.positions.length).toBe(1);
});
