/** The diff of one edit, as git writes it: it is shown to the person, kept, and taken back by git. */
import { cutDiff } from '@annotate-mcp/store/git';

const contextLines = 3;

/** With its bytes in a latin1 string. Names with a quotation mark, a backslash or a control character have another form. */
export function describePatch(file: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let same = 0;
  const most = Math.min(old.length, now.length) - start;
  while (same < most && old.at(-1 - same) === now.at(-1 - same)) same++;
  const from = Math.max(0, start - contextLines);
  const leading = old.slice(from, start);
  const trailing = old.slice(old.length - same, old.length - same + contextLines);
  const removed = old.slice(start, old.length - same);
  const added = now.slice(start, now.length - same);
  const size = leading.length + trailing.length;
  // Git takes what follows a blank in a name for a time.
  const end = file.includes(' ') ? '\t' : '';
  const patch = [
    `diff --git a/${file} b/${file}\n`,
    `--- a/${file}${end}\n`,
    `+++ b/${file}${end}\n`,
    `@@ -${from + 1},${size + removed.length} +${from + 1},${size + added.length} @@\n`,
    ...leading.map((line) => patchLine(' ', line)),
    ...removed.map((line) => patchLine('-', line)),
    ...added.map((line) => patchLine('+', line)),
    ...trailing.map((line) => patchLine(' ', line)),
  ].join('');
  return Buffer.from(patch, 'utf8').toString('latin1');
}

/** Each with its line feed. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function patchLine(mark: string, line: string): string {
  return line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`;
}

/** A person can agree only to what is shown. */
export function isShownWhole(patch: string): boolean {
  const text = Buffer.from(patch, 'latin1').toString('utf8');
  return cutDiff(text) === text && text.split('\n').every((line) => line.length <= longestLine);
}

/** What changes in a longer line is not found by a reader. */
const longestLine = 2_000;
