import type { reportUncaught } from './report-uncaught.ts';
import type { UncaughtEvent } from './uncaught.ts';

/** Loads the code of option `captureErrors`. Errors that are thrown meanwhile are collected and reported then. */
export function startLazyUncaught(...deps: Parameters<typeof reportUncaught>): () => void {
  const [pageWindow] = deps;
  const early: UncaughtEvent[] = [];
  const collect = (event: UncaughtEvent) => early.push(event);
  const stopCollecting = () => {
    pageWindow.removeEventListener('error', collect);
    pageWindow.removeEventListener('unhandledrejection', collect);
  };
  let stop: (() => void) | null = stopCollecting;

  const load = async () => {
    const loaded = await import('./report-uncaught.ts');
    if (stop === null) return;
    stopCollecting();
    const [, container, connection, consoleTail] = deps;
    stop = loaded.reportUncaught(pageWindow, container, connection, consoleTail, early);
  };

  pageWindow.addEventListener('error', collect);
  pageWindow.addEventListener('unhandledrejection', collect);
  // Without the dev server the code cannot be loaded, and no report could be sent either.
  load().catch(() => stop?.());
  return () => {
    stop?.();
    stop = null;
  };
}
