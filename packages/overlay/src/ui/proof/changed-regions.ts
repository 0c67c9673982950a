/** Finds where two pictures differ. */

/** As `ImageData`: four bytes for each pixel, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface ChangedRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels; regions that are nearer to each other become one. */
const cell = 8;
/** Of 255, the sum over all colours: less is the noise of a compressed picture. */
const threshold = 60;
/** Pixels of a cell that must differ, because single ones at the edge of a letter often do. */
const leastPixels = 3;

/** The pictures have the same size. */
export function findChangedRegions(before: Pixels, after: Pixels): ChangedRegion[] {
  const columns = Math.ceil(after.width / cell);
  const rows = Math.ceil(after.height / cell);
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < after.height; y++) {
    for (let x = 0; x < after.width; x++) {
      const at = 4 * (y * after.width + x);
      if (differsAt(before.data, after.data, at)) {
        const index = Math.floor(y / cell) * columns + Math.floor(x / cell);
        counts[index] = (counts[index] ?? 0) + 1;
      }
    }
  }
  const changed = new Set([...counts.keys()].filter((index) => (counts[index] ?? 0) >= leastPixels));
  return groupCells(changed, columns).map((group) => boxOfCells(group, columns, after));
}

function differsAt(before: Uint8ClampedArray, after: Uint8ClampedArray, at: number): boolean {
  let difference = 0;
  for (let part = 0; part < 4; part++)
    difference += Math.abs((before[at + part] ?? 0) - (after[at + part] ?? 0));
  return difference > threshold;
}

/** Cells that touch, or have one cell between them, belong together. */
function groupCells(changed: Set<number>, columns: number): number[][] {
  const groups: number[][] = [];
  for (const first of changed) {
    changed.delete(first);
    const group = [first];
    for (const index of group) {
      const [x, y] = [index % columns, Math.floor(index / columns)];
      for (let row = y - 2; row <= y + 2; row++) {
        for (let column = Math.max(0, x - 2); column <= Math.min(columns - 1, x + 2); column++) {
          const near = row * columns + column;
          if (changed.delete(near)) group.push(near);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

function boxOfCells(group: readonly number[], columns: number, { width, height }: Pixels): ChangedRegion {
  const xs = group.map((index) => (index % columns) * cell);
  const ys = group.map((index) => Math.floor(index / columns) * cell);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return {
    x,
    y,
    width: Math.min(width, Math.max(...xs) + cell) - x,
    height: Math.min(height, Math.max(...ys) + cell) - y,
  };
}
