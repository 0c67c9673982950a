import { expect, it, onTestFinished, vi } from 'vitest';

import { whenQuiet } from './when-quiet.ts';

function useClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Resolves when the browser has told every observer of it. */
async function loadResource(): Promise<void> {
  const told = new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'resource' });
  });
  await fetch(import.meta.url);
  await told;
}

it('waits while the page loads, and runs when it has loaded nothing for a moment', async () => {
  useClock();
  const work = vi.fn();
  whenQuiet(work);
  vi.advanceTimersByTime(200);
  await loadResource();
  vi.advanceTimersByTime(200);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledOnce();
});

it('runs after two seconds in a page that never stops loading', () => {
  useClock();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  onTestFinished(() => void vi.restoreAllMocks());
  const work = vi.fn();
  whenQuiet(work);
  vi.advanceTimersByTime(1_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
});

it('does not run once it is cancelled', () => {
  useClock();
  const work = vi.fn();
  whenQuiet(work)();
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});
