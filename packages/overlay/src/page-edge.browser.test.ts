import { expect, it, vi } from 'vitest';

import type * as PageEdge from './page-edge.ts';

// Of its own: the one that all tests share may have said something before.
const source = './page-edge.ts?own';
const { guard, settle } = (await import(/* @vite-ignore */ source)) as typeof PageEdge;

it('neither throws nor rejects, and says so once', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue(undefined);
  const thrown = new Error('injected');
  const fail = () => {
    throw thrown;
  };
  guard(fail)();
  await expect(guard(async () => fail())()).rejects.toBe(thrown);
  await expect(settle(Promise.reject(thrown))).rejects.toBe(thrown);
  expect(info.mock.calls).toEqual([
    ['annotate: a part of the overlay has failed; the app is not affected.', thrown],
  ]);
});

it('removes a listener that was added guarded', () => {
  const seen: string[] = [];
  const listener = function (this: unknown, { type }: Event) {
    seen.push(`${String(this === document)} ${type}`);
  };
  document.addEventListener('probe', guard(listener));
  document.dispatchEvent(new Event('probe'));
  document.removeEventListener('probe', guard(listener));
  document.dispatchEvent(new Event('probe'));
  expect(seen).toEqual(['true probe']);
});

it('leaves what is no function as it is', () => {
  expect([guard(null), guard('text'), settle(5)]).toEqual([null, 'text', 5]);
});
