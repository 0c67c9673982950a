const longestName = 80;

/**
 * A name as one short line: names come from other people and from files, and agents read them. `null` when nothing is
 * left. Control characters, and those that change the direction of text, become spaces.
 */
export function cleanName(text: string): string | null {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const name = Array.from(line).slice(0, longestName).join('').trim();
  return name === '' ? null : name;
}
