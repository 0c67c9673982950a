/** Runs `work` when the browser is idle, after two seconds at the latest. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: 2_000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 2_000);
  return () => clearTimeout(id);
}
