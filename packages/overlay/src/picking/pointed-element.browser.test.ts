import { afterEach, beforeEach, expect, it } from 'vitest';

import { elementAt } from './element-at.ts';
import { pointedElement } from './pointed-element.ts';

const overlay = document.createElement('nga-overlay');

beforeEach(() => {
  document.body.innerHTML = `<style>body { margin: 0 } button, div { display: block; width: 100px; height: 40px; padding: 0; border: 0 }</style>
    <button id="icon"><svg id="save" width="24" height="24"><g><path id="line" d="M0 0h24v24H0z" /></g></svg></button>
    <svg id="chart" width="200" height="100"><rect id="bar" width="200" height="100" /></svg>
    <div id="form"><button id="off" disabled style="pointer-events:none">Off</button></div>
    <div id="poster"><div id="shine" style="pointer-events:none">x</div></div>
    <div id="list"><button id="hidden" disabled style="pointer-events:none;visibility:hidden">Off</button></div>`;
});
afterEach(() => {
  document.body.innerHTML = '';
});

function pointAt(id: string): string | undefined {
  const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
  return elementAt(window, { x: x + width / 2, y: y + height / 2 }, { overlay })?.id;
}

it.each([
  { what: 'an icon for its path', at: 'line', expected: 'save' },
  { what: 'a part of a chart for itself', at: 'bar', expected: 'bar' },
  { what: 'a disabled button that lets the pointer through', at: 'off', expected: 'off' },
  { what: 'what is behind a decoration', at: 'shine', expected: 'poster' },
  { what: 'what is behind a hidden button', at: 'hidden', expected: 'list' },
])('takes $what', ({ at, expected }) => {
  expect(pointAt(at)).toBe(expected);
});

it('leaves an element alone that has nothing of this kind', () => {
  expect(pointedElement(document.body, { x: -1, y: -1 })).toBe(document.body);
});
