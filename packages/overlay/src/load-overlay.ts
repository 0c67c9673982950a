/**
 * The script of a page, in which the hub writes its configuration. It is one file, because `DOMContentLoaded` waits for it
 * and for what it imports. The overlay is behind an `import()`: an error in the evaluation of what is imported statically
 * is an error of the page.
 */
import { startConsoleTail } from './capture/console-tail.ts';
import { guard, report } from './page-edge.ts';
import type { mountLoaded } from './page.ts';
import type { OverlayConfig } from './state/config.ts';
import { listenFirst } from './window/first-listeners.ts';

export { guard, report, settle } from './page-edge.ts';
export { captureOn } from './window/first-listeners.ts';

type LoadedOverlay = Promise<{ readonly mountLoaded: typeof mountLoaded }>;

/** Where the hub writes its configuration. It leaves out its address, which is the script's own. */
declare const __ANNOTATE_CONFIG__: Omit<OverlayConfig, 'hub'>;

declare global {
  /** Settles when the overlay is mounted or could not be: a script tells only that it has begun. */
  var __ANNOTATE_LOADING__: Promise<void> | undefined;
}

/** Listens and reads the console from now on: what the app says while it starts is what an agent wants to know. */
void guard((script: string): Promise<void> => {
  listenFirst(window);
  const hub = new URL('.', script).href.slice(0, -1);
  // Without a version in the query: chunks import it by its plain name, and would load it a second time.
  const loading = mountWhenLoaded(
    { ...__ANNOTATE_CONFIG__, hub },
    () => import(/* @vite-ignore */ `${hub}/page/overlay.js`) as LoadedOverlay,
  );
  globalThis.__ANNOTATE_LOADING__ = loading;
  return loading;
})(import.meta.url);

async function mountWhenLoaded(config: OverlayConfig, load: () => LoadedOverlay): Promise<void> {
  const consoleTail = startConsoleTail(window);
  try {
    await appHasStarted(document);
    (await load()).mountLoaded(config, consoleTail);
  } catch (error) {
    consoleTail.close();
    report(error);
  }
}

/** The scripts of the app come first: `DOMContentLoaded` waits for them, and must not wait for the overlay too. */
function appHasStarted(page: Document): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation');
  const isParsed = visit instanceof PerformanceNavigationTiming && visit.domContentLoadedEventStart > 0;
  if (isParsed || page.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const begin = () => resolve();
    page.addEventListener('DOMContentLoaded', begin, { once: true });
    // Where the script was added just before the first event and runs just after it.
    page.defaultView?.addEventListener('load', begin, { once: true });
  });
}
