/** Loads what is likely to be used, so that it works at once and also after the dev server has stopped. */
export function preloadChunks(): void {
  for (const load of [
    () => import('../modes/start-picking-mode.ts'),
    () => import('../inspectors/local.ts'),
    () => import('../inspectors/stack-location.ts'),
    () => import('../tracking/element-tracker.ts'),
    () => import('../commands/relink.ts'),
    () => import('../connection/picture-database.ts'),
    () => import('../commands/reveal.ts'),
    () => import('../modes/freeze.ts'),
    // WebKit allows a copy only until something is requested after the key or the click.
    () => import('../commands/copy.ts'),
  ]) {
    // A failure does no harm here: each module is loaded again when it is used.
    load().catch(() => undefined);
  }
}
