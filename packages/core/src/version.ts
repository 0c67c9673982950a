/**
 * Compares versions of programs and packages by their numbers. A pre-release counts like its release, which already has
 * what the release will have; a number that is not given, as the minor one of `22`, may be any. Imports nothing, so that
 * every Node can load it.
 */

/** What has no number, such as `latest`, is older than every version. */
export function isOlderVersion(version: string, than: string): boolean {
  const has = numbersOf(version);
  if (has.length === 0) return true;
  for (const [index, needed] of numbersOf(than).entries()) {
    const number = has[index] ?? needed;
    if (number !== needed) return number < needed;
  }
  return false;
}

/** The first number; `null` for what has none. */
export function majorOf(version: string): number | null {
  return numbersOf(version)[0] ?? null;
}

/** Major, minor and patch, as far as they are known. `^1.6.0` allows every later minor version, so that only its major one is. */
function numbersOf(version: string): number[] {
  const [, range = '', numbers = ''] = /^([\s^~>=v]*)(\d+(?:\.\d+){0,2})/.exec(version) ?? [];
  const known = numbers === '' ? [] : numbers.split('.').map(Number);
  return /[\^>]/.test(range) ? known.slice(0, 1) : known;
}
