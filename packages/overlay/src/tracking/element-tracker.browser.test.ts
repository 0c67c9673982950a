import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';

import { domSnapshot } from '../inspectors/snapshot.ts';
import { $, frames, page } from '../picking/testing/input.ts';
import type { BadgePosition } from '../state/badge-position.ts';

import { createElementTracker, type ElementTracker } from './element-tracker.ts';

let tracker: ElementTracker;
let positions: readonly BadgePosition[];
let drawn: number;
let lost: ReadonlySet<string>;

beforeEach(() => {
  positions = [];
  drawn = 0;
  lost = new Set();
  document.body.style.margin = '0';
  window.scrollTo(0, 0);
  tracker = createElementTracker({
    onPositions: (list) => {
      positions = list;
      drawn++;
    },
    onLost: (ids) => (lost = ids),
  });
});

afterEach(() => {
  tracker.close();
  page('');
});

function about(element: Element, path: string, more: Partial<Annotation> = {}): Annotation {
  return {
    kind: 'component',
    id: path,
    appId: '.',
    authorId: 'me',
    createdAt: '',
    updatedAt: '',
    annotationText: 'x',
    replies: [],
    status: 'pending',
    pageUrl: location.href,
    pageTitle: '',
    componentName: 'X',
    selector: 'x',
    componentFilePath: 'x.ts',
    inputs: {},
    componentTreePath: [],
    domSnapshot: domSnapshot(element),
    domPath: path,
    ...more,
  } as Annotation;
}

const at = (id: string) => positions.find((position) => position.id === id);
const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

it('puts a badge at the top right of its element', async () => {
  page('<div id="a" style="width: 100px; height: 50px; margin: 10px; background: #eee">A</div>');
  tracker.show([about($('#a'), '#a')]);
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
  tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => fromWords('#a')).toEqual({ x: 12, y: 0 });
  const { x, y, width, height } = $('#a').getBoundingClientRect();
  expect(at('#a')?.box).toEqual({ x, y, width, height });
});

it.each([
  ['words that reach its edge', `<h1 id="a" style="${wide}; width: 150px">Get started</h1>`],
  ['a visible edge', `<button id="a" style="${wide}">Get started</button>`],
  ['paragraphs in it', `<section id="a" style="${wide}"><p>Get</p><p>started</p></section>`],
  ['words out of sight', `<h1 id="a" style="${wide}; text-indent: -9999px">Get started</h1>`],
  ['no words', `<div id="a" style="${wide}; height: 20px"> </div>`],
])('leaves the badge of an element with %s at its corner', async (_, html) => {
  page(html);
  tracker.show([about($('#a'), '#a')]);
  const { right, top } = $('#a').getBoundingClientRect();
  await expect.poll(() => at('#a')).toMatchObject({ x: right, y: top });
});

it('measures words again when they change, and not when they are scrolled', async () => {
  page(`<h1 id="a" style="${wide}">Get started</h1><div style="height: 3000px"></div>`);
  tracker.show([about($('#a'), '#a')]);
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
  tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')?.offscreen).toBe(true);
  $('#s').scrollTop = 1000;
  await expect.poll(() => at('#a')?.offscreen).toBe(false);
  expect(at('#a')?.y).toBe($('#a').getBoundingClientRect().y);
  window.scrollTo(0, 40);
  await expect.poll(() => at('#a')?.y).toBe($('#a').getBoundingClientRect().y);
});

it('follows through resizing, inserted content and transitions', async () => {
  page('<div id="a" style="width: 100px; background: #eee; transition: translate 100ms">A</div>');
  tracker.show([about($('#a'), '#a')]);
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
  tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => at('#a')?.x).toBe(100);
  $('#a').animate({ translate: ['0px', '80px'] }, { duration: 100, fill: 'forwards' });
  $('#a').title = 'moves';
  await expect.poll(() => at('#a')?.x).toBe(180);
  await frames(5);
  const before = drawn;
  await frames(10);
  expect(drawn).toBe(before);
});

it('does nothing at all without annotations', async () => {
  page('<div id="a">A</div>');
  tracker.show([]);
  $('#a').textContent = 'B';
  await frames(3);
  expect(drawn).toBe(0);
});

it('hides the badge of a hidden element, which is not lost', async () => {
  page('<div id="a">A</div>');
  tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => positions.length).toBe(1);
  $('#a').style.display = 'none';
  await expect.poll(() => positions.length).toBe(0);
  expect(tracker.elementOf('#a')).toBe($('#a'));
  $('#a').style.display = '';
  await expect.poll(() => positions.length).toBe(1);
});

it('finds its element again after a re-render has replaced it', async () => {
  page('<main><p>A</p></main>');
  tracker.show([about($('p'), 'main > p')]);
  await expect.poll(() => positions.length).toBe(1);
  const before = $('p');
  $('main').innerHTML = '<p>A</p>';
  await expect.poll(() => tracker.elementOf('main > p')).toBe($('p'));
  expect($('p')).not.toBe(before);
  expect(positions).toHaveLength(1);
});

it('stays with the element itself when a list is sorted', async () => {
  page(list('One', 'Two', 'Three'));
  const two = $('li:nth-of-type(2)');
  const annotation = about(two, 'li:nth-of-type(2)');
  tracker.remember(annotation.id, two);
  tracker.show([annotation]);
  $('ul').append(two);
  await frames(3);
  expect(tracker.elementOf(annotation.id)).toBe(two);
});

it('finds the list item with the same words when its place has another one', async () => {
  page(list('One', 'Two', 'Three'));
  const annotation = about($('li:nth-of-type(2)'), 'li:nth-of-type(2)');
  page(list('Zero', 'One', 'Two', 'Three'));
  tracker.show([annotation]);
  await expect.poll(() => tracker.elementOf(annotation.id)?.textContent).toBe('Two');
});

it('takes no neighbour for a list item that is gone, and says that it is lost', async () => {
  page(list('Item one', 'Item two', 'Item three'));
  const annotation = about($('li:nth-of-type(2)'), 'li:nth-of-type(2)');
  page(list('Item one', 'Item three'));
  tracker.show([annotation]);
  await expect.poll(() => [...lost], { timeout: 3000 }).toEqual([annotation.id]);
  expect(tracker.elementOf(annotation.id)).toBeNull();
  expect(positions).toEqual([]);
});

it('goes along with its item when a list shows the items in other elements', async () => {
  page(list('One', 'Two', 'Three'));
  const [first, second] = document.querySelectorAll('li');
  tracker.show([about($('li:nth-of-type(2)'), 'li:nth-of-type(2)')]);
  await expect.poll(() => tracker.elementOf('li:nth-of-type(2)')).toBe(second);
  for (const [n, item] of document.querySelectorAll('li').entries())
    item.textContent = ['Two', 'Three', 'One'][n] ?? '';
  await expect.poll(() => tracker.elementOf('li:nth-of-type(2)')).toBe(first);
});

it.each([
  { name: 'the item was removed', now: ['One', 'Three', 'Four', 'Five'], style: '' },
  { name: 'a virtual list was scrolled', now: ['Six', 'Seven', 'Eight', 'Nine'], style: 'top: 200px' },
])('leaves an element that shows another item: $name', async ({ now, style }) => {
  page(list('One', 'Two', 'Three', 'Four'));
  tracker.show([about($('li:nth-of-type(2)'), 'li:nth-of-type(2)')]);
  await expect.poll(() => at('li:nth-of-type(2)')).toBeDefined();
  for (const [n, item] of document.querySelectorAll('li').entries()) {
    item.textContent = now[n] ?? '';
    if (style !== '') item.setAttribute('style', style);
  }
  await expect.poll(() => [...lost], { timeout: 4_000 }).toEqual(['li:nth-of-type(2)']);
  expect(at('li:nth-of-type(2)')).toBeUndefined();
});

it('stays on an item of a list whose words were changed as asked', async () => {
  page(list('Home', 'Prodcts', 'Cart', 'Prodcts'));
  const item = $('li:nth-of-type(2)');
  const id = 'li:nth-of-type(2)';
  tracker.show([about(item, id)]);
  await expect.poll(() => at(id)).toBeDefined();
  item.textContent = 'Products';
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(tracker.elementOf(id)).toBe(item);
});

it('finds a row with the same key after a reload, although its words and its place are others', async () => {
  page('<ul><li data-id="a">Anna, waiting</li><li data-id="b">Bert, waiting</li></ul>');
  const annotation = about($('[data-id=b]'), 'ul > li:nth-of-type(2)');
  page('<ul><li data-id="b">Sent on Monday</li><li data-id="c">Cleo</li><li data-id="a">Anna</li></ul>');
  tracker.show([annotation]);
  await expect.poll(() => tracker.elementOf(annotation.id)?.textContent).toBe('Sent on Monday');
});

it('takes neither of two that could be it', async () => {
  page('<p id="x">Same</p>');
  const annotation = about($('#x'), '#gone', { domSnapshot: '<p>Same</p>' });
  page('<p>Same</p><p>Same</p>');
  tracker.show([annotation]);
  await expect.poll(() => [...lost], { timeout: 3000 }).toEqual([annotation.id]);
});

it('finds an element whose words were changed as asked', async () => {
  page('<header><h1 class="title">Hello</h1></header>');
  const annotation = about($('h1'), 'h1.title');
  page('<header><h1 class="title">Good morning</h1></header>');
  tracker.show([annotation]);
  await expect.poll(() => tracker.elementOf(annotation.id)).toBe($('h1'));
});

it('finds a changed one among others by the only place it is written at', async () => {
  const html = (text: string) =>
    `<section><b data-annotate-source="a.html:3:1">${text}</b></section><section><b data-annotate-source="a.html:4:1">Other</b></section>`;
  page(html('Hello'));
  const annotation = about($('b'), 'section:nth-of-type(1) > b', {
    sourceLocation: { file: 'a.html', line: 3, column: 1 },
  });
  page(html('Good morning'));
  tracker.show([annotation]);
  await expect.poll(() => tracker.elementOf(annotation.id)).toBe($('b'));
});

it('finds a changed card among cards by what it still says', async () => {
  const card = (title: string, price: string) =>
    `<div class="card"><h3>${title}</h3><p>Costs ${price} only today</p></div>`;
  page(card('Lamp', '10') + card('Chair', '20') + card('Table', '30'));
  const annotation = about($('.card:nth-of-type(2)'), 'div:nth-of-type(2)');
  page(card('Lamp', '10') + card('Armchair', '20') + card('Table', '30'));
  tracker.show([annotation]);
  await expect.poll(() => tracker.elementOf(annotation.id)?.textContent).toContain('Armchair');
});

it('sits on the component around what was clicked', async () => {
  page('<div class="card"><div><button>Buy</button></div></div>');
  const annotation = about($('.card'), 'button');
  tracker.show([annotation]);
  await expect.poll(() => tracker.elementOf(annotation.id)).toBe($('.card'));
});

it('finds what was lost when it comes back', async () => {
  page('<p>A</p>');
  const annotation = about($('p'), 'p');
  page('');
  tracker.show([annotation]);
  await expect.poll(() => lost.size, { timeout: 3000 }).toBe(1);
  page('<p>A</p>');
  await expect.poll(() => lost.size).toBe(0);
  await expect.poll(() => positions.length).toBe(1);
});

it('does not call lost what is rendered a moment later', async () => {
  page('<p>A</p>');
  const annotation = about($('p'), 'p');
  page('');
  let calls = 0;
  const other = createElementTracker({ onPositions: () => undefined, onLost: () => calls++ });
  other.show([annotation]);
  await frames(3);
  page('<p>A</p>');
  await expect.poll(() => other.elementOf(annotation.id)).toBe($('p'));
  expect(calls).toBe(0);
  other.close();
});

it('follows a remembered element when a shadow root around its own is scrolled', async () => {
  page('<div id="outer"></div>');
  const outer = $('#outer').attachShadow({ mode: 'open' });
  outer.innerHTML =
    '<div style="height: 50px; overflow: auto"><span id="inner"></span><div style="height: 500px"></div></div>';
  const inner = $('#inner', outer).attachShadow({ mode: 'open' });
  inner.innerHTML = '<b>Deep</b>';
  const deep = about($('b', inner), '#outer >>> #inner >>> b');
  tracker.remember(deep.id, $('b', inner));
  tracker.show([deep]);
  await expect.poll(() => at(deep.id)?.y).toBe($('b', inner).getBoundingClientRect().y);
  $('div', outer).scrollTop = 10;
  await expect.poll(() => at(deep.id)?.y).toBe($('b', inner).getBoundingClientRect().y);
});

it('follows elements in shadow roots and in frames', async () => {
  page('<div id="host"></div><iframe style="border: 2px solid; width: 200px; height: 100px"></iframe>');
  const root = $('#host').attachShadow({ mode: 'open' });
  root.innerHTML =
    '<div style="height: 50px; overflow: auto"><p>In shadow</p><div style="height: 500px"></div></div>';
  const frame = $('iframe') as HTMLIFrameElement;
  const inner = frame.contentDocument;
  if (inner === null) throw new Error('no frame');
  inner.body.innerHTML = '<b style="position: absolute; left: 5px; top: 6px; width: 20px">Framed</b>';
  const shadow = about($('p', root), '#host >>> p');
  const framed = about($('b', inner), 'iframe >>> b');
  tracker.show([shadow, framed]);
  const box = frame.getBoundingClientRect();
  await expect.poll(() => at(framed.id)).toMatchObject({ x: box.x + 2 + 25, y: box.y + 2 + 6 });
  $('div', root).scrollTop = 30;
  await expect.poll(() => at(shadow.id)?.y).toBe($('p', root).getBoundingClientRect().y);
});

it('sits on what can be seen of an element that has no size of its own', async () => {
  page('<x-dialog id="dialog" style="display: block; height: 0"></x-dialog>');
  const root = $('#dialog').attachShadow({ mode: 'open' });
  root.innerHTML =
    '<style></style><dialog open style="position: fixed; inset: 20px auto auto 30px; margin: 0; width: 200px; height: 100px; padding: 0; border: 0">Pay</dialog>';
  tracker.show([about($('#dialog'), '#dialog')]);
  await expect.poll(() => at('#dialog')).toMatchObject({ x: 230, y: 20 });
});

it('looks now and then only for what is lost in a page that changes all the time', async () => {
  page('<p>A</p><div>cell</div>');
  const queries = vi.spyOn(document, 'querySelectorAll');
  const annotation = about($('p'), 'section > em', { domSnapshot: '<section>gone</section>' });
  const began = performance.now();
  tracker.show([annotation]);
  for (let round = 0; round < 60; round++) {
    $('div').textContent = String(round);
    await frames(1);
  }
  const searches = queries.mock.calls.filter(([selector]) => selector === 'section').length;
  queries.mockRestore();
  expect(searches).toBeGreaterThan(1);
  // The first one, one when it is called lost, and one each half second.
  expect(searches).toBeLessThanOrEqual(3 + (performance.now() - began) / 500);
});

it('goes over to what an annotation was linked to anew', async () => {
  page('<p>A</p><em>B</em>');
  tracker.show([about($('p'), 'p', { id: 'x' })]);
  await expect.poll(() => tracker.elementOf('x')).toBe($('p'));
  tracker.show([about($('em'), 'em', { id: 'x' })]);
  expect(tracker.elementOf('x')).toBe($('em'));
});

it('tells nothing any more after it was closed', async () => {
  page('<div id="a">A</div>');
  tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => positions.length).toBe(1);
  tracker.close();
  expect(positions).toEqual([]);
  const before = drawn;
  $('#a').style.height = '500px';
  await frames(3);
  expect(drawn).toBe(before);
});
