import type { EditedFile, FileDiff } from '@annotate-mcp/core';

/** A patch as one diff for each file, to be read by people; `patch` has its bytes in a latin1 string. */
export function splitPatch(patch: string, files: readonly EditedFile[]): FileDiff[] {
  return patchesIn(patch).map((part, index) => ({
    file: files[index]?.file ?? '',
    patch: cutDiff(readable(Buffer.from(part, 'latin1').toString('utf8'))),
  }));
}

/**
 * A patch of several files as one for each. Every line of a hunk begins with another character, so that this is the
 * beginning of a file and nothing else. A line ends with a line feed only: the return in one is a part of its text.
 */
export function patchesIn(patch: string): string[] {
  return patch.split(/(?<=^|\n)(?=diff --git )/).filter((part) => part !== '');
}

/** Without what says nothing to a reader: the names once more, hashes, and the bytes of binary files. */
function readable(diff: string): string {
  const start = diff.search(/^(?:@@ |GIT binary patch$)/m);
  const [head, rest] = start === -1 ? [diff, ''] : [diff.slice(0, start), diff.slice(start)];
  const said = head.replaceAll(/^(?:diff --git|index|---|\+\+\+) .*\n/gm, '');
  return said + (rest.startsWith('GIT') ? 'Binary file\n' : rest);
}

/** Longer than any diff that a person reads in a thread. */
const mostCharacters = 20_000;

export function cutDiff(diff: string): string {
  if (diff.length <= mostCharacters) return diff;
  const end = diff.lastIndexOf('\n', mostCharacters);
  return `${diff.slice(0, end)}\n(The rest of the diff is left out.)\n`;
}
