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

const sheet = 'position: absolute; top: 100px; left: 10px; width: 300px; height: 40px;';
const header = 'position: fixed; z-index: 5; inset: 0 0 auto 0; height: 130px; background: #fff';

it.each([
  ['a header that stays in its place', `<header style="${header}; height: 160px">Shop</header>`],
  [
    'one that is not quite opaque',
    `<header style="${header}; height: 160px; background: rgb(0 0 0 / 0.8)"></header>`,
  ],
  ['a picture', `<img alt="" style="position: absolute; inset: 0; width: 500px; height: 500px">`],
  [
    'a part of it',
    `<nav style="${header}; height: 160px; background: none"><div style="height: 160px; background: red"></div></nav>`,
  ],
])('says of an element that is covered by %s that it cannot be seen', async (_, cover) => {
  page(`<p id="a" style="${sheet}">A</p>${cover}`);
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')).toMatchObject({ covered: true });
  $('#a').nextElementSibling?.remove();
  await expect.poll(() => at('#a')).not.toHaveProperty('covered');
});

it('says so of what is behind a modal dialog, and not of what is in it', async () => {
  page(`<p id="a" style="${sheet}">A</p><dialog><p id="b">B</p></dialog>`);
  document.querySelector('dialog')?.showModal();
  tracked.tracker.show([about($('#a'), '#a'), about($('#b'), '#b')]);
  await expect.poll(() => at('#a')).toMatchObject({ covered: true });
  expect(at('#b')).not.toHaveProperty('covered');
});

it.each([
  ['an empty layer', '<a href="#" style="position: absolute; inset: 0; height: 400px"></a>'],
  [
    'a thin veil',
    '<div style="position: absolute; inset: 0; height: 400px; background: rgb(0 0 0 / 0.2)"></div>',
  ],
  [
    'what covers its corner',
    '<b style="position: absolute; left: 290px; top: 90px; width: 60px; height: 60px; background: red"></b>',
  ],
])('leaves the badge where it is under %s', async (_, layer) => {
  page(`<div id="a" style="${sheet} background: #eee">A</div>${layer}`);
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')).toMatchObject({ x: 310, y: 100 });
  expect(at('#a')).not.toHaveProperty('covered');
});

it('puts the badge below the header that covers the upper part', async () => {
  page(
    `<div id="a" style="${sheet} height: 200px; background: #eee">A</div><header style="${header}"></header>`,
  );
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')).toMatchObject({ x: 310, y: 142 });
});
