/** Far more levels than any value has that a page shows. */
const mostLevels = 100;

/**
 * Whether a value is nested so deep that functions which call themselves for each level, such as `JSON.stringify`, would
 * fail on it, and with it everything that they are part of. Itself it does not.
 */
export function isDeep(value: unknown, most = mostLevels): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(membersOf);
  }
  return false;
}

function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
