/** What two texts have in common. Apart from blocks.ts, because a server reads texts before it needs the parser. */

/** How many characters both texts have in common at their beginnings and, of what is left, at their ends. */
export function commonEnds(one: string, other: string): { head: number; tail: number } {
  const most = Math.min(one.length, other.length);
  const isEqualAt = (from: number, to: number) => one.slice(from, to) === other.slice(from, to);
  const head = longest(most, (from, to) => isEqualAt(from, to));
  const tail = longest(
    most - head,
    (from, to) =>
      one.slice(one.length - to, one.length - from) === other.slice(other.length - to, other.length - from),
  );
  return { head, tail };
}

/** The length up to which `isEqual` holds, `most` at most. Compares large pieces first, which is many times faster. */
function longest(most: number, isEqual: (from: number, to: number) => boolean): number {
  let length = 0;
  for (let step = 65_536; step >= 1; step = Math.floor(step / 16))
    while (length + step <= most && isEqual(length, length + step)) length += step;
  return length;
}
