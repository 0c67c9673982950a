import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { CommandOrder } from './command-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const forever = () => new Promise<never>(() => undefined);

/** Writes down what begins, and ends it when it is told to. */
function start() {
  const order = new CommandOrder();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { order, begun, work, end: (name: string) => ends.get(name)?.() };
}

it('runs actions one after the other, also after one that failed', async () => {
  const { order, begun, work, end } = start();
  const failed = order.act(() => Promise.reject(new Error('no')));
  void order.act(work('first'));
  void order.act(work('second'));
  await expect(failed).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toEqual(['first']);
  end('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first', 'second']);
});

it('lets nothing wait for what only reads', async () => {
  const { order, begun, work } = start();
  void order.read(forever);
  void order.act(work('action'));
  void order.read(work('reading'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual(['action', 'reading']);
});

it('reads after a short action, and beside a long one', async () => {
  const { order, begun, work, end } = start();
  void order.act(work('short'));
  void order.read(work('after it'));
  await vi.advanceTimersByTimeAsync(500);
  expect(begun).toEqual(['short']);
  end('short');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['short', 'after it']);
  void order.act(forever);
  void order.read(work('beside it'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual(['short', 'after it', 'beside it']);
});

it('lets the next action begin when one that may take long has run for its time', async () => {
  const { order, begun, work } = start();
  void order.act(forever, 2_000);
  void order.act(work('next'));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toEqual(['next']);
});

it('interrupts a long action, and later actions wait for that', async () => {
  const { order, begun, work, end } = start();
  void order.act(forever);
  void order.interrupt(work('navigate'));
  void order.act(work('click'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual(['navigate']);
  end('navigate');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['navigate', 'click']);
});
