import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { addClosedRoot, elementAt } from '@annotate-mcp/page-facts/elements';

import { concealMark, hideMark, makeWay, revealMark, showMark } from './tab-mark.ts';

const host = () => document.querySelector<HTMLElement>('annotate-mcp-mark');

beforeEach(hideMark);
afterEach(() => {
  hideMark();
  revealMark();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** As the driver does it: the page itself does not get at what is inside. */
function showOpen(agent: string): ShadowRoot {
  const attach = vi.spyOn(Element.prototype, 'attachShadow');
  showMark(agent, 10_000);
  const root: unknown = attach.mock.results.at(-1)?.value;
  attach.mockRestore();
  if (!(root instanceof ShadowRoot)) throw new Error('It has no shadow root.');
  addClosedRoot(root);
  return root;
}

it('takes no room, no focus and no clicks, and is no part of what is read', () => {
  document.body.innerHTML = '<button style="width:100px">Page</button>';
  document.querySelector('button')?.focus();
  const size = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight];
  const before = size();
  const root = showOpen('<b>claude-code</b>');
  expect(size()).toEqual(before);
  expect(document.activeElement?.localName).toBe('button');
  expect(host()?.shadowRoot).toBeNull();
  expect(host()?.ariaHidden).toBe('true');
  expect(root.querySelector('b')).toBeNull();
  expect(root.textContent).toBe('<b>claude-code</b> is using this tabStop');
  expect(document.elementFromPoint(5, 5)?.closest('annotate-mcp-mark') ?? null).toBeNull();
});

it('a driven tab is stopped by a person only', () => {
  const stop = vi.fn();
  vi.stubGlobal('annotateStop', stop);
  showOpen('claude-code').querySelector<HTMLElement>('.stop')?.click();
  expect(stop).not.toHaveBeenCalled();
  expect(host()).not.toBeNull();
});

it('makes way for the points that an agent uses', () => {
  const label = showOpen('claude-code').querySelector('.label');
  const stop = label?.querySelector('.stop')?.getBoundingClientRect() ?? new DOMRect();
  const low = { x: stop.x + 3, y: stop.y + 3 };
  expect(elementAt(low.x, low.y)?.className).toBe('stop');
  makeWay(low.x, low.y);
  expect(label?.className).toBe('label top');
  const high = label?.getBoundingClientRect() ?? new DOMRect();
  makeWay(high.x + 3, high.y + 3);
  expect(label?.className).toBe('label side');
});

it('goes by itself when the driver no longer says that it is there, and is not in pictures', () => {
  vi.useFakeTimers();
  showMark('claude-code', 10_000);
  concealMark();
  expect(host()?.style.opacity).toBe('0');
  revealMark();
  expect(host()?.style.opacity).toBe('1');
  concealMark();
  vi.advanceTimersByTime(5_000);
  expect(host()?.style.opacity).toBe('1');
  vi.advanceTimersByTime(4_000);
  showMark('claude-code', 10_000);
  vi.advanceTimersByTime(9_000);
  expect(host()).not.toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(host()).toBeNull();
});

it('stays out of a picture that was begun before the driver has shown the mark', () => {
  expect(concealMark()).toBe(false);
  showMark('claude-code', 10_000);
  expect(host()?.style.opacity).toBe('0');
  revealMark();
  expect(host()?.style.opacity).toBe('1');
  expect([concealMark(), concealMark()]).toEqual([true, false]);
});
