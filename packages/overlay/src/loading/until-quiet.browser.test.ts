import { expect, it, onTestFinished, vi } from 'vitest';

import { untilQuiet } from './until-quiet.ts';

function useClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
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

it('waits while the page loads, and until it has loaded nothing for a moment', async () => {
  useClock();
  const onQuiet = vi.fn();
  void untilQuiet().then(onQuiet);
  await vi.advanceTimersByTimeAsync(200);
  await loadResource();
  await vi.advanceTimersByTimeAsync(200);
  expect(onQuiet).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(onQuiet).toHaveBeenCalledOnce();
});

it('waits two seconds for a page that never stops loading', async () => {
  useClock();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  onTestFinished(() => void vi.restoreAllMocks());
  const onQuiet = vi.fn();
  void untilQuiet().then(onQuiet);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(onQuiet).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onQuiet).toHaveBeenCalledOnce();
});
