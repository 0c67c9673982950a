/** Returns the items that are fine together. Finds the others by halving, because each call of `isFine` is a parse. */
export function acceptByHalves<Item>(
  items: readonly Item[],
  isFine: (together: readonly Item[]) => boolean,
): Item[] {
  const accepted: Item[] = [];
  const accept = (some: readonly Item[]) => {
    if (some.length === 0) return;
    if (isFine([...accepted, ...some])) accepted.push(...some);
    else if (some.length > 1) {
      const middle = some.length >> 1;
      accept(some.slice(0, middle));
      accept(some.slice(middle));
    }
  };
  accept(items);
  return accepted;
}
