/** The lines that a change takes away and brings, in the order of the file. */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  const common = commonLengths(old, now);
  const lines: string[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && old[i] === now[j]) {
      i++;
      j++;
    } else if (i < old.length && (j === now.length || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(`- ${old[i++] ?? ''}`);
    } else {
      lines.push(`+ ${now[j++] ?? ''}`);
    }
  }
  return lines;
}

/** For each pair of places, how many lines both texts still have in common from there on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly number[][], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
