/** Tries things together and finds by halving which of them spoil it, since a try is a parse. */
export function settle<Item>(
  items: readonly Item[],
  isFine: (together: readonly Item[]) => boolean,
): { accepted: Item[]; refused: Item[] } {
  const accepted: Item[] = [];
  const refused: Item[] = [];
  const accept = (some: readonly Item[]) => {
    if (some.length === 0) return;
    if (isFine([...accepted, ...some])) accepted.push(...some);
    else if (some.length === 1) refused.push(...some);
    else {
      const middle = some.length >> 1;
      accept(some.slice(0, middle));
      accept(some.slice(middle));
    }
  };
  accept(items);
  return { accepted, refused };
}
