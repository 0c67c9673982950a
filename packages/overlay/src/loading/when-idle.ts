/** When the page has nothing else to do; at the latest after two seconds, for browsers that cannot tell. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: 2_000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 2_000);
  return () => clearTimeout(id);
}
