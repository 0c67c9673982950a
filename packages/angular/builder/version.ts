/** Whether `version` is at least `wanted`, both as `major.minor`. What follows a dash or a second dot does not count. */
export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ofMajor = 0, ofMinor = 0] = version.split(/[.-]/).map(Number);
  return ofMajor > major || (ofMajor === major && ofMinor >= minor);
}
