import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { keepEarlyErrors } from './early-console';

const original = vi.fn<(...args: unknown[]) => void>();

function consoleWith(): Console {
  return { ...console, error: original };
}

let loading: Promise<void> | undefined;

// Another file of this page may have loaded an overlay.
beforeEach(() => {
  loading = globalThis.__ANNOTATE_LOADING__;
  globalThis.__ANNOTATE_LOADING__ = undefined;
});

afterEach(() => {
  globalThis.__ANNOTATE_LOADING__ = loading;
  globalThis.__ANNOTATE_EARLY__?.();
  original.mockClear();
});

it('keeps the errors of the console, which go there as before, until they are taken', () => {
  const page = consoleWith();
  keepEarlyErrors(page);
  page.error('ERROR', 'no price');
  expect(original).toHaveBeenCalledWith('ERROR', 'no price');
  expect(globalThis.__ANNOTATE_EARLY__?.()).toMatchObject([{ args: ['ERROR', 'no price'] }]);
  expect(page.error).toBe(original);
  expect(globalThis.__ANNOTATE_EARLY__).toBeUndefined();
});

it('leaves alone what other code has put around it', () => {
  const page = consoleWith();
  keepEarlyErrors(page);
  const other = vi.fn<() => void>();
  page.error = other;
  globalThis.__ANNOTATE_EARLY__?.();
  expect(page.error).toBe(other);
});

it('changes nothing of a console that is frozen', () => {
  const page = Object.freeze(consoleWith());
  keepEarlyErrors(page);
  expect(page.error).toBe(original);
  expect(globalThis.__ANNOTATE_EARLY__).toBeUndefined();
});
