/** Waits until a page has come to rest, or until something happens in it. */

export interface Waiting {
  readonly document: Document;
  readonly signal: AbortSignal;
}

/** Resolves when nothing has changed for `quietMs`, after `mostMs` at the latest. */
export async function whenSettled(waiting: Waiting, quietMs: number, mostMs: number): Promise<void> {
  const deadline = performance.now() + mostMs;
  let left = mostMs;
  while (left > 0 && !waiting.signal.aborted) {
    if (!(await hasMutated(waiting, Math.min(quietMs, left)))) return;
    left = deadline - performance.now();
  }
}

/** `true` at the first change of the page, `false` when there was none for `ms`. */
export function hasMutated({ document, signal }: Waiting, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (mutated: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(mutated);
    };
    const onAbort = () => end(false);
    const observer = new MutationObserver((records) => {
      if (records.some(({ target }) => target.nodeName.toLowerCase() !== 'nga-overlay')) end(true);
    });
    const timer = setTimeout(() => end(false), Math.max(0, ms));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) end(false);
    else
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** Resolves when the page is in front. Behind others its transitions stand still, so what it shows says nothing. */
export function whenVisible({ document, signal }: Waiting): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
  });
}
