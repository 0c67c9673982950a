/**
 * Computes a value once for all who ask in one go. It is computed again when other code of the page may have run, because
 * then the page may be another one.
 */
export function oncePerTurn<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    if (known === null) {
      known = { value: compute() };
      queueMicrotask(() => (known = null));
    }
    return known.value;
  };
}
