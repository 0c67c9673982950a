/** Compares `major.minor` of a version; the rest of the version is ignored. */
export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ofMajor = 0, ofMinor = 0] = version.split(/[.-]/).map(Number);
  return ofMajor > major || (ofMajor === major && ofMinor >= minor);
}
