/** A line of a diff as people read it. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'note';
  readonly text: string;
}

/**
 * The lines of a unified diff of one file. The names of the file are left out, because it is named beside its diff: only
 * that the file is new or deleted is said.
 */
export function diffLinesOf(patch: string): DiffLine[] {
  const lines = patch.replace(/\n$/, '').split('\n');
  const start = lines.findIndex((line) => line.startsWith('@@'));
  // Git and agents have diffs without a hunk: of binary files, and of files that are too long.
  const header = lines.slice(0, start === -1 ? lines.length : start);
  const hunks = start === -1 ? [] : lines.slice(start);
  return [...header.flatMap(headerLine), ...hunks.map(hunkLine)];
}

function headerLine(line: string): DiffLine[] {
  if (line === '--- /dev/null') return [{ kind: 'note', text: 'New file' }];
  if (line === '+++ /dev/null') return [{ kind: 'note', text: 'Deleted file' }];
  return gitHeader.test(line) ? [] : [{ kind: 'note', text: line }];
}

/** What git writes above the hunks beside that a file is new or deleted. */
const gitHeader =
  /^(?:---|\+\+\+|diff|index|new file mode|deleted file mode|old mode|new mode|similarity index) /;

function hunkLine(text: string): DiffLine {
  if (text.startsWith('@@')) return { kind: 'note', text };
  if (text.startsWith('+')) return { kind: 'added', text };
  return { kind: text.startsWith('-') ? 'removed' : 'same', text };
}
