/** So that the first key press is answered at once, also when the dev server is away by then. */
export function warmUp(): void {
  for (const load of [
    () => import('./picking/picker.ts'),
    () => import('./inspectors/local.ts'),
    () => import('./inspectors/stack-place.ts'),
    () => import('./markers/markers.ts'),
    () => import('./send.ts'),
    () => import('./relink.ts'),
    () => import('./connection/picture-database.ts'),
    () => import('./reveal.ts'),
    () => import('./freeze/freeze.ts'),
  ]) {
    // Nobody misses it yet; it is loaded again when it is used.
    load().catch(() => undefined);
  }
}
