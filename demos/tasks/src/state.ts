import { isDeepStrictEqual } from 'node:util';

/** Whether a state is an object with these values; others may be there too. */
export function has(state: unknown, expected: Readonly<Record<string, unknown>>): boolean {
  if (typeof state !== 'object' || state === null) return false;
  const values = new Map<string, unknown>(Object.entries(state));
  return Object.entries(expected).every(([name, value]) => isDeepStrictEqual(values.get(name), value));
}
