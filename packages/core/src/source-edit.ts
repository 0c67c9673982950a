/** Tells whether an edit is still in its file. Lines are compared by a fingerprint, so that no source is stored. */
import type { SourceEdit } from './annotation.ts';

/** Enough to recognise an edit; a file that was written again has thousands of new lines. */
const mostLines = 40;

/** `null` when no line that says anything has come or gone. */
export function describeEdit(file: string, before: string, after: string): SourceEdit | null {
  const [old, now] = [fingerprintsIn(before), fingerprintsIn(after)];
  const added = [...now].filter((line) => !old.has(line));
  const removed = [...old].filter((line) => !now.has(line));
  if (added.length > 0) return { file, effect: 'added', lines: added.slice(0, mostLines) };
  return removed.length > 0 ? { file, effect: 'removed', lines: removed.slice(0, mostLines) } : null;
}

/** Whether anything of the edit is left in the text of its file: a line that it added, or a gap where it removed one. */
export function isEditIn({ effect, lines }: SourceEdit, text: string): boolean {
  const now = fingerprintsIn(text);
  return effect === 'added' ? lines.some((line) => now.has(line)) : lines.some((line) => !now.has(line));
}

/** Without indentation, and without lines such as a brace, which every file has. */
function fingerprintsIn(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Set(lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).map(fingerprint));
}

/** 53 bits (cyrb53), because this runs in the browser too, where hashing is asynchronous. */
export function fingerprint(line: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
