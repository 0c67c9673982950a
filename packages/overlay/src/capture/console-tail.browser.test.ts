import { afterEach, describe, expect, it } from 'vitest';

import { remoteConsoleTail, serveConsoleTail, startConsoleTail } from './console-tail.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

it('tells also what was kept before it began', () => {
  const { error } = console;
  globalThis.__ANNOTATE_EARLY__ = () => [
    { at: Date.parse('2026-11-02'), args: ['ERROR', new Error('no price')] },
  ];
  const tail = startConsoleTail(window);
  stop = () => {
    tail.close();
    globalThis.__ANNOTATE_EARLY__ = undefined;
  };
  expect(tail.rawLines()).toEqual([expect.stringContaining('error: ERROR Error: no price')]);
  expect(tail.rawLines(new Date('2026-11-03'))).toEqual([]);
  tail.close();
  expect(Reflect.get(console, 'error')).toBe(error);
});

describe('a console tail in another world', () => {
  it('says what the console of the page said', () => {
    stop = serveConsoleTail(startConsoleTail(window));
    // oxlint-disable-next-line no-console -- this is what the tail listens to
    console.error('The cart is empty');
    expect(remoteConsoleTail().rawLines()).toEqual(['error: The cart is empty']);
    expect(remoteConsoleTail().rawLines(new Date(Date.now() + 60_000))).toEqual([]);
  });

  it('says nothing where no server answers', () => {
    expect(remoteConsoleTail().rawLines()).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['no lines', '{"lines":7}'],
    ['lines of another type', '{"lines":[1,{"a":2}]}'],
  ])('takes nothing from a page that answers with %s', (_, detail) => {
    const answer = () => document.dispatchEvent(new CustomEvent('annotate-mcp:console-lines', { detail }));
    document.addEventListener('annotate-mcp:console', answer);
    stop = () => document.removeEventListener('annotate-mcp:console', answer);
    expect(remoteConsoleTail().rawLines()).toEqual([]);
  });

  it('takes no more than 50 lines of 8,000 characters', () => {
    const lines = Array.from({ length: 80 }, () => 'x'.repeat(9_000));
    const answer = () =>
      document.dispatchEvent(
        new CustomEvent('annotate-mcp:console-lines', { detail: JSON.stringify({ lines }) }),
      );
    document.addEventListener('annotate-mcp:console', answer);
    stop = () => document.removeEventListener('annotate-mcp:console', answer);
    const taken = remoteConsoleTail().rawLines();
    expect(taken).toHaveLength(50);
    expect(taken[0]).toHaveLength(8_000);
  });
});
