import { afterEach, expect, it } from 'vitest';

import { frames, page } from '../../picking/testing/input.ts';

import { createBoxPainter, createHighlightPainter, createPainter, type Painter } from './painter.ts';
import { textSigns } from './text-colors.ts';

let painter: Painter | null = null;

afterEach(() => {
  painter?.close();
  page('');
});

function rangeIn(selector: string): Range {
  const range = new Range();
  range.selectNodeContents(document.querySelector(selector)?.firstChild ?? document.body);
  return range;
}

function host(): ShadowRoot {
  const element = document.createElement('nga-overlay');
  document.body.append(element);
  return element.attachShadow({ mode: 'open' });
}

it('draws with the page’s own text where the browser can', () => {
  page('<p>Text</p>');
  const root = host();
  painter = createPainter(window, root);
  painter.show([{ id: 'a', sign: 'pending', ranges: [rangeIn('p')] }]);
  expect(CSS.highlights.get('nga-pending')?.size).toBe(1);
  expect(root.childElementCount).toBe(0);
});

it('tells statuses apart by more than a colour', () => {
  page('<p>Text</p>');
  painter = createHighlightPainter(window);
  painter.show(textSigns.map((sign) => ({ id: sign, sign, ranges: [rangeIn('p')] })));
  const lines = textSigns.map((sign) => {
    const shown = document.querySelector('p') ?? document.body;
    const { textDecorationLine, textDecorationStyle } = getComputedStyle(shown, `::highlight(nga-${sign})`);
    return `${textDecorationLine} ${textDecorationStyle}`;
  });
  expect(new Set(lines).size).toBe(textSigns.length);
});

it('reaches into shadow roots', () => {
  page('<x-card></x-card>');
  const root = document.querySelector('x-card')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = '<p>Inside</p>';
  painter = createHighlightPainter(window);
  const inside = root?.querySelector('p') ?? document.body;
  painter.show([{ id: 'a', sign: 'resolved', ranges: [rangeIn('x-card')] }]);
  expect(getComputedStyle(inside, '::highlight(nga-resolved)').textDecorationStyle).toBe('dotted');
});

it('changes what changed and leaves the page without a trace', () => {
  page('<p>Text</p>');
  const before = document.documentElement.outerHTML;
  const range = rangeIn('p');
  painter = createHighlightPainter(window);
  painter.show([{ id: 'a', sign: 'pending', ranges: [range] }]);
  painter.show([{ id: 'a', sign: 'acknowledged', ranges: [range] }]);
  expect([CSS.highlights.get('nga-pending')?.size, CSS.highlights.get('nga-acknowledged')?.size]).toEqual([
    0, 1,
  ]);
  painter.emphasise([range]);
  expect(document.documentElement.outerHTML).toBe(before);
  painter.close();
  expect([CSS.highlights.size, document.adoptedStyleSheets.length]).toEqual([0, 0]);
});

it('draws boxes over each line where the browser cannot, and lets them follow the page', async () => {
  page(
    '<div style="width:120px"><p id="a">Several words that need some lines</p><p id="b">More</p></div><div style="height:3000px">',
  );
  const root = host();
  painter = createBoxPainter(window, root);
  const range = rangeIn('#a');
  range.setEnd(document.querySelector('#b')?.firstChild ?? document.body, 4);
  painter.show([{ id: 'a', sign: 'pending', ranges: [range] }]);
  const boxes = () => [...root.querySelectorAll<HTMLElement>('[data-nga=highlight][data-id=a]')];
  const lines = boxes().length;
  expect(lines).toBeGreaterThan(2);
  const top = boxes()[0]?.getBoundingClientRect().top ?? 0;
  expect(Math.abs(top - range.getBoundingClientRect().top)).toBeLessThan(8);
  expect(getComputedStyle(boxes()[0] ?? document.body).pointerEvents).toBe('none');
  scrollTo(0, 10);
  await frames(3);
  expect(boxes()[0]?.getBoundingClientRect().top).toBeCloseTo(top - 10, 0);
  scrollTo(0, 1_000);
  await frames(3);
  expect(boxes()).toEqual([]);
  scrollTo(0, 0);
  painter.close();
  expect(root.childElementCount).toBe(0);
});
