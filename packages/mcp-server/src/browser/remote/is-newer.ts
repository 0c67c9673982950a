/** Whether the first version is newer than the second, by its numbers; a pre-release counts like its release. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  for (const [index, number] of ours.entries()) {
    const other = theirs[index] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}

function numbersOf(version: string): number[] {
  return (version.split(/[-+]/)[0] ?? '').split('.').map((part) => Number(part) || 0);
}
