import { expect, it, onTestFinished, vi } from 'vitest';

import { placedOf } from '@annotate-mcp/core';

import { $, frames, page } from '../picking/testing/input.ts';

import { createElementTracker } from './element-tracker.ts';
import { about, list, setUpTracker } from './testing/tracked-page.ts';

const tracked = setUpTracker();
const { at } = tracked;

it('finds its element again after a re-render has replaced it', async () => {
  page('<main><p>A</p></main>');
  tracked.tracker.show([about($('p'), 'main > p')]);
  await expect.poll(() => tracked.positions.length).toBe(1);
  const before = $('p');
  $('main').innerHTML = '<p>A</p>';
  await expect.poll(() => tracked.tracker.elementOf('main > p')).toBe($('p'));
  expect($('p')).not.toBe(before);
  expect(tracked.positions).toHaveLength(1);
});

it('stays with the element itself when a list is sorted', async () => {
  page(list('One', 'Two', 'Three'));
  const two = $('li:nth-of-type(2)');
  const annotation = about(two, 'li:nth-of-type(2)');
  tracked.tracker.remember(annotation.id, two);
  tracked.tracker.show([annotation]);
  $('ul').append(two);
  await frames(3);
  expect(tracked.tracker.elementOf(annotation.id)).toBe(two);
});

it('finds the list item with the same words when its place has another one', async () => {
  page(list('One', 'Two', 'Three'));
  const annotation = about($('li:nth-of-type(2)'), 'li:nth-of-type(2)');
  page(list('Zero', 'One', 'Two', 'Three'));
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)?.textContent).toBe('Two');
});

it('finds the list item that is known by a shortened snapshot, and none that only begins with the same words', async () => {
  const long = (end: string) => `${'Common words of many items. '.repeat(80)}${end}`;
  page(list(long('One'), long('Two'), long('Three')));
  const whole = about($('li:nth-of-type(2)'), 'li:nth-of-type(2)');
  const annotation = placedOf(whole);
  expect(annotation).not.toBe(whole);
  page(list(long('Zero'), long('One'), long('Two'), long('Three')));
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)?.textContent).toBe(long('Two'));
});

it('takes no neighbour for a list item that is gone, and says that it is lost', async () => {
  page(list('Item one', 'Item two', 'Item three'));
  const annotation = about($('li:nth-of-type(2)'), 'li:nth-of-type(2)');
  page(list('Item one', 'Item three'));
  tracked.tracker.show([annotation]);
  await expect.poll(() => [...tracked.lost]).toEqual([annotation.id]);
  expect(tracked.tracker.elementOf(annotation.id)).toBeNull();
  expect(tracked.positions).toEqual([]);
});

it('goes along with its item when a list shows the items in other elements', async () => {
  page(list('One', 'Two', 'Three'));
  const [first, second] = document.querySelectorAll('li');
  tracked.tracker.show([about($('li:nth-of-type(2)'), 'li:nth-of-type(2)')]);
  await expect.poll(() => tracked.tracker.elementOf('li:nth-of-type(2)')).toBe(second);
  for (const [n, item] of document.querySelectorAll('li').entries())
    item.textContent = ['Two', 'Three', 'One'][n] ?? '';
  await expect.poll(() => tracked.tracker.elementOf('li:nth-of-type(2)')).toBe(first);
});

it.each([
  { name: 'the item was removed', now: ['One', 'Three', 'Four', 'Five'], style: '' },
  { name: 'a virtual list was scrolled', now: ['Six', 'Seven', 'Eight', 'Nine'], style: 'top: 200px' },
])('leaves an element that shows another item: $name', async ({ now, style }) => {
  page(list('One', 'Two', 'Three', 'Four'));
  tracked.tracker.show([about($('li:nth-of-type(2)'), 'li:nth-of-type(2)')]);
  await expect.poll(() => at('li:nth-of-type(2)')).toBeDefined();
  for (const [n, item] of document.querySelectorAll('li').entries()) {
    item.textContent = now[n] ?? '';
    if (style !== '') item.setAttribute('style', style);
  }
  await expect.poll(() => [...tracked.lost]).toEqual(['li:nth-of-type(2)']);
  expect(at('li:nth-of-type(2)')).toBeUndefined();
});

it('stays on an item of a list whose words were changed as asked', async () => {
  page(list('Home', 'Prodcts', 'Cart', 'Prodcts'));
  const item = $('li:nth-of-type(2)');
  const id = 'li:nth-of-type(2)';
  tracked.tracker.show([about(item, id)]);
  await expect.poll(() => at(id)).toBeDefined();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback', 'cancelIdleCallback'] });
  onTestFinished(() => void vi.useRealTimers());
  item.textContent = 'Products';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tracked.tracker.elementOf(id)).toBe(item);
  item.textContent = 'Cart';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tracked.tracker.elementOf(id)).not.toBe(item);
});

it('finds a row with the same key after a reload, although its words and its place are others', async () => {
  page('<ul><li data-id="a">Anna, waiting</li><li data-id="b">Bert, waiting</li></ul>');
  const annotation = about($('[data-id=b]'), 'ul > li:nth-of-type(2)');
  page('<ul><li data-id="b">Sent on Monday</li><li data-id="c">Cleo</li><li data-id="a">Anna</li></ul>');
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)?.textContent).toBe('Sent on Monday');
});

it('finds an item by the key that the app gives it, where its words are others and its path leads elsewhere', async () => {
  const items = (of: string, tags: string) =>
    `<ul><li data-testid="card" data-product-id="a">Ale ${tags}</li><li data-testid="card" data-product-id="b">${of}</li></ul>`;
  page(items('Oolong', ''));
  const annotation = about($('[data-product-id=b]'), 'li:nth-of-type(2)');
  page(items('Green tea', '<ul><li>malt</li><li>hop</li></ul>'));
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)?.textContent).toBe('Green tea');
});

it('takes neither of two that could be it', async () => {
  page('<p id="x">Same</p>');
  const annotation = about($('#x'), '#gone', { domSnapshot: '<p>Same</p>' });
  page('<p>Same</p><p>Same</p>');
  tracked.tracker.show([annotation]);
  await expect.poll(() => [...tracked.lost]).toEqual([annotation.id]);
});

it('finds an element whose words were changed as asked', async () => {
  page('<header><h1 class="title">Hello</h1></header>');
  const annotation = about($('h1'), 'h1.title');
  page('<header><h1 class="title">Good morning</h1></header>');
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)).toBe($('h1'));
});

it('finds a changed one among others by the only place it is written at', async () => {
  const html = (text: string) =>
    `<section><b data-annotate-source="a.html:3:1">${text}</b></section><section><b data-annotate-source="a.html:4:1">Other</b></section>`;
  page(html('Hello'));
  const annotation = about($('b'), 'section:nth-of-type(1) > b', {
    sourceLocation: { file: 'a.html', line: 3, column: 1 },
  });
  page(html('Good morning'));
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)).toBe($('b'));
});

it('finds a changed card among cards by what it still says', async () => {
  const card = (title: string, price: string) =>
    `<div class="card"><h3>${title}</h3><p>Costs ${price} only today</p></div>`;
  page(card('Lamp', '10') + card('Chair', '20') + card('Table', '30'));
  const annotation = about($('.card:nth-of-type(2)'), 'div:nth-of-type(2)');
  page(card('Lamp', '10') + card('Armchair', '20') + card('Table', '30'));
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)?.textContent).toContain('Armchair');
});

it('sits on the component around what was clicked', async () => {
  page('<div class="card"><div><button>Buy</button></div></div>');
  const annotation = about($('.card'), 'button');
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.tracker.elementOf(annotation.id)).toBe($('.card'));
});

it('finds what was lost when it comes back', async () => {
  page('<p>A</p>');
  const annotation = about($('p'), 'p');
  page('');
  tracked.tracker.show([annotation]);
  await expect.poll(() => tracked.lost.size).toBe(1);
  page('<p>A</p>');
  await expect.poll(() => tracked.lost.size).toBe(0);
  await expect.poll(() => tracked.positions.length).toBe(1);
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
  tracked.tracker.remember(deep.id, $('b', inner));
  tracked.tracker.show([deep]);
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
  tracked.tracker.show([shadow, framed]);
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
  tracked.tracker.show([about($('#dialog'), '#dialog')]);
  await expect.poll(() => at('#dialog')).toMatchObject({ x: 230, y: 20 });
});

it('looks now and then only for what is lost in a page that changes all the time', async () => {
  page('<p>A</p><div>cell</div>');
  const queries = vi.spyOn(document, 'querySelectorAll');
  const annotation = about($('p'), 'section > em', { domSnapshot: '<section>gone</section>' });
  const began = performance.now();
  tracked.tracker.show([annotation]);
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
  tracked.tracker.show([about($('p'), 'p', { id: 'x' })]);
  await expect.poll(() => tracked.tracker.elementOf('x')).toBe($('p'));
  tracked.tracker.show([about($('em'), 'em', { id: 'x' })]);
  expect(tracked.tracker.elementOf('x')).toBe($('em'));
});

it('tells nothing any more after it was closed', async () => {
  page('<div id="a">A</div>');
  tracked.tracker.show([about($('#a'), '#a')]);
  await expect.poll(() => tracked.positions.length).toBe(1);
  tracked.tracker.close();
  expect(tracked.positions).toEqual([]);
  const before = tracked.drawn;
  $('#a').style.height = '500px';
  await frames(3);
  expect(tracked.drawn).toBe(before);
});
